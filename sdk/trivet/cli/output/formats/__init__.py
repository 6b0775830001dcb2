"""One module for each format of `--output`."""
