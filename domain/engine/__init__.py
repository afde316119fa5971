"""The engine: it plays any chapter made of rooms, and knows none of them."""

from domain.engine.fairness import RULES_VERSION, Fairness, GameCreated, NonceGiven, SeedRevealed
from domain.engine.listing import Allowed, legal
from domain.engine.messages import Command, Event
from domain.engine.play import Play, create, execute
from domain.engine.points import PointsChanged, Scores
from domain.engine.prompts import Demand, GameEnded, Prompt, PromptAnswered, PromptClosed, PromptOpened, Prompts
from domain.engine.room import CardsChoice, Choice, Line, Phase, Room
from domain.engine.scenario import Option, Scenario, Verdict
from domain.engine.state import Game, State, evolve, evolve_all

__all__ = [
    "RULES_VERSION",
    "Allowed",
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
    "PromptAnswered",
    "PromptClosed",
    "PromptOpened",
    "Prompts",
    "Room",
    "Scenario",
    "Scores",
    "SeedRevealed",
    "State",
    "Verdict",
    "create",
    "evolve",
    "evolve_all",
    "execute",
    "legal",
]
