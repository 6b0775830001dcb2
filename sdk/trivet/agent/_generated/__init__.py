# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""Generated from the spec: records, calls, groups of operations and the clients."""
