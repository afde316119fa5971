"""Golden games: whole games in text, with what every viewer saw; a change of what happens shows as a changed line."""
