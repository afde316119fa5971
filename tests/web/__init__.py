"""The replay page: its gateway as any HTTP client meets it, and the page in a browser."""
