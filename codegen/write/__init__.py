"""From the model of a service to the source of its client."""
