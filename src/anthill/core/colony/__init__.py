"""One object that holds a colony together and offers its verbs to the API and the command line."""
