"""Pictures of games: a viewer's view drawn as SVG. What is not in the view cannot be in the picture."""

from service.pictures.picture import draw

__all__ = ["draw"]
