"""The rows of a bulk job: what is known of each, and what it comes to."""
