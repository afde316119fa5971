"""The replay page: a gateway for browsers, and the page that it serves.

The gateway is an ordinary client of the game service. Each request says for whose eyes, which is handed on, and an
answer is made of what comes back and of nothing else: it keeps no game, and knows no more than that viewer does.
"""
