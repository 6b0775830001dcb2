"""From the specs to the clients and to what the stubs read: `python -m codegen`."""
