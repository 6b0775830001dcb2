"""Where a command takes its settings from: options, the environment, and profiles of a file."""
