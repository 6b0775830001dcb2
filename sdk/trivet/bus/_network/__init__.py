"""The network of services, routes and stops: routes, direct rides, searches, and a file of it."""
