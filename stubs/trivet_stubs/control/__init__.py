"""The control API: requests below `/_trivet/` that steer a stub from any language, a client of it, and its console."""
