"""The walks of the agent service."""
