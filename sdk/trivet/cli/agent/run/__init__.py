"""`trivet agent run`: a prompt, and the agent's work on it until it ends."""
