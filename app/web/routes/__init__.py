"""The routes: a router for each resource."""
