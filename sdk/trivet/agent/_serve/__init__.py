"""An installed server as a child process."""
