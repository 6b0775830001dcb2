"""From a spec to the checked model of a service: YAML, the parser, and what the parser leaves out."""
