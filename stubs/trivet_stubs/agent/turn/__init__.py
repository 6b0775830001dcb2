"""The turn of the agent stub: it plays a script after a prompt, and waits where the script says so."""
