"""The network that the riders' commands share: from a file of the user's cache folder, or from the service."""
