"""What the control API answers, by topic."""
