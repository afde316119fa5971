"""The classic rules, one room a rulebook heading; a scenario's chapter puts them together."""
