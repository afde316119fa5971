"""Texts: every event and every refusal as a sentence, in each language that has catalogues.

The catalogues (``en``, ``cs``; Fluent) are data: a scenario brings files of its own there, and a language a folder.
What is said is a pure function of what was asked, so who gets a redacted event gets a sentence with nothing hidden.
"""

from service.texts.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, catalogue
from service.texts.events import say_event
from service.texts.languages import negotiate
from service.texts.places import Places
from service.texts.refusals import say_refusal

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Catalogue",
    "Places",
    "catalogue",
    "negotiate",
    "say_event",
    "say_refusal",
]
