"""Which language somebody gets: what he asks for in an ``accept-language`` (RFC 9110), among those there are."""

from service.texts.catalogue import DEFAULT_LANGUAGE, LANGUAGES


def negotiate(accepted: str) -> str:
    """Choose a language by an ``accept-language`` value, like "cs-CZ, en;q=0.8"; the default one where none fits."""
    wanted: dict[str, float] = {}
    for part in accepted.split(","):
        tag, *parameters = part.split(";")
        primary = tag.strip().partition("-")[0].lower()
        quality = _quality(parameters)
        wanted[primary] = max(quality, wanted.get(primary, 0.0))
    rest = wanted.get("*", 0.0)
    # The first that is wanted most: what is named goes before what any language would do for.
    order = [*(name for name in wanted if name in LANGUAGES), *(name for name in LANGUAGES if name not in wanted)]
    best = max(order, key=lambda language: wanted.get(language, rest))
    return best if wanted.get(best, rest) > 0 else DEFAULT_LANGUAGE


def _quality(parameters: list[str]) -> float:
    """Read the quality out of the parameters of a language: from 0 to 1, 1 where it is not told, 0 where it is none."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            digits = value.strip()
            plain = digits.isascii() and digits.replace(".", "", 1).isdigit()
            return min(float(digits), 1.0) if plain else 0.0
    return 1.0
