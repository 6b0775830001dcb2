"""The settings of a command, from options, the environment, and profiles of a file."""
