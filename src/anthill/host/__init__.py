"""The composition root: the only place that names the modules and puts a colony together."""
