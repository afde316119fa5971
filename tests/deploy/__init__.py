"""Deployment: the image and its compose file, and a server that is told to end."""
