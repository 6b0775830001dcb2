"""The proxy between any client and any server of a service: it compares their traffic with the contract."""
