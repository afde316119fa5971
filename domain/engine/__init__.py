"""The engine: it plays any chapter made of rooms, and knows none of them."""

from domain.engine.fairness import RULES_VERSION, Fairness, GameCreated, NonceGiven, SeedRevealed
from domain.engine.listing import choices, legal
from domain.engine.messages import Command, Event, Viewer
from domain.engine.play import Play, create, execute
from domain.engine.points import PointsChanged, Scores
from domain.engine.prompts import Demand, GameEnded, Prompt, Prompts, PromptsChanged
from domain.engine.room import CardsChoice, Choice, Line, Phase, Room
from domain.engine.scenario import Option, Scenario
from domain.engine.state import Game, State, before_creation, evolve, evolve_all

__all__ = [
    "RULES_VERSION",
    "CardsChoice",
    "Choice",
    "Command",
    "Demand",
    "Event",
    "Fairness",
    "Game",
    "GameCreated",
    "GameEnded",
    "Line",
    "NonceGiven",
    "Option",
    "Phase",
    "Play",
    "PointsChanged",
    "Prompt",
    "Prompts",
    "PromptsChanged",
    "Room",
    "Scenario",
    "Scores",
    "SeedRevealed",
    "State",
    "Viewer",
    "before_creation",
    "choices",
    "create",
    "evolve",
    "evolve_all",
    "execute",
    "legal",
]
