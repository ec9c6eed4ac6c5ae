"""The locked environment in `.venv/`: finding uv, and installing what `uv.lock` names."""
