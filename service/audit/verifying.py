"""Verifying a game: everything that can be checked of its stored events, version by version, up to the first flaw.

It is a pure function of bytes. What it needs is a store's records, or the lines of an export, in which private parts,
causes and the seed may be left out: then it checks what can be checked without them, and counts what it could not.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from google.protobuf.message import DecodeError, Message

from domain.board.grid import Point
from domain.board.validator import MOST_HEXES
from domain.chance import SEED_SIZE, SeededChance, chance_key, commitment
from domain.engine import (
    RULES_VERSION,
    Command,
    Event,
    Game,
    GameCreated,
    before_creation,
    create,
    evolve,
    execute,
)
from domain.errors import Illegal
from domain.rules.opening import BoardLaid
from domain.scenarios import SCENARIOS
from domain.visibility import sees_private
from service.audit.counting import CountingChance
from service.audit.eyes import STORE, viewer_of
from service.audit.form import is_as_written, says_the_same
from service.audit.reading import HASH, BadForm, read_record
from service.audit.report import Check, FlawFound, Report
from service.audit.seeds import seed_told
from service.codec import Malformed, event_bytes, unpack_command, unpack_event
from service.faults import Fault
from service.store.creation import created_anew
from service.store.records import Damaged, Record, cause_salt_of, first_seal, link, salt_of
from settlers.v1 import game_pb2, record_pb2

CHANCE = SeededChance()


def verify(game_id: str, records: Iterable[Record], *, eyes: str = STORE, decide: bool = True) -> Report:
    """Verify a game.

    Args:
        game_id: The game.
        records: All its records from the first on; each is a stored event, or a ``Proof`` of one, as a line of an
            export has it. One without a name may be any event.
        eyes: For whose eyes they are, which says what may have been left out.
        decide: Whether to decide the commands again; without that it goes faster.

    Returns:
        What was checked, and the first flaw, if there is one.
    """
    held, damage = _hold(records)
    report = Report(game_id)
    audit = _Audit(report, seed_told(held), eyes, decide=decide)
    try:
        for record in held:
            audit.take(record)
        if damage is not None:
            raise FlawFound(damage.version, Check.FORM, damage.why)
        audit.finish()
    except FlawFound as found:
        report.version, report.flaw = found.flaw.version - 1, found.flaw
    return report


def _hold(records: Iterable[Record]) -> tuple[list[Record], Damaged | None]:
    """Take the records in, up to the first that the store cannot read."""
    held: list[Record] = []
    try:
        held.extend(records)  # what came before the damage stays
    except Damaged as damage:
        return held, damage
    return held, None


class _Audit:
    """Takes the records of one game, one after the other; raises ``FlawFound`` at the first that is not right."""

    def __init__(self, report: Report, seed: bytes, eyes: str, *, decide: bool) -> None:
        self.report = report
        self.seed = seed
        self.eyes = eyes
        self.viewer = viewer_of(eyes)
        self.decide = decide
        self.chain = first_seal(report.game_id, b"").chain
        self.places: list[Point] = []
        """Where the hexes of the board are planned."""
        self.nonces: dict[int, bytes] = {}
        self.key = b""
        self.game: Game | None = None
        """The game before the command that is read."""
        self.command: list[Event] = []
        """The events of that command so far."""
        self.cause: record_pb2.Cause | None = None
        self.asked: Command | None = None
        """The command that it tells of; none: the creation of the game, or it is not shown."""
        self.chance = CountingChance()
        self.told: Counter[str] = Counter()
        """The draws that stand in the events of the command that is read."""
        self.begun = False
        self.rules = 0
        """The version of the rules that decided the command before: a game goes on by the same or by later ones."""
        self.owed = 0
        """How many events it is still to bring, as far as that is known."""
        self.first_hidden = 0
        """The first version whose private part is not shown."""
        self.blind = False
        """Whether an event was not shown whole, so that the game cannot be folded any more."""

    def flaw(self, check: Check, why: str) -> FlawFound:
        """Say what is wrong with the event that is read."""
        return FlawFound(self.report.version + 1, check, why)

    def take(self, record: Record) -> None:
        """Check the next record."""
        version = self.report.version + 1
        if record.version != version:
            raise self.flaw(Check.ORDER, f"it is missing; version {record.version} follows")
        try:
            proof, packed = read_record(record.data, self.eyes)
        except BadForm as bad:
            raise self.flaw(Check.FORM, str(bad)) from None
        begins = bool(proof.cause_hash)
        if begins:
            self._end_command()
        self._check_chain(proof)
        self._check_private(proof, version)
        self._check_cause(proof, version)
        if begins:
            self._begin_command(proof)
        name = packed.WhichOneof("event")
        if (name == "game_created") != (version == 1):
            raise self.flaw(Check.ORDER, "a game is created once, by its first event")
        event = self._check_form(record, proof, packed)
        self._learn(packed)
        if isinstance(event, GameCreated):
            self._check_creation(event)
        elif isinstance(event, BoardLaid) and [(tile.x, tile.y) for tile in event.tiles] != self.places:
            raise self.flaw(Check.FOLD, "it lies on other hexes than were planned")
        self._check_draws(getattr(packed, name), version)
        self._go_on(event, whole=bool(proof.private) or not proof.private_hash)
        self.report.version = version

    def finish(self) -> None:
        """Check that the last command is whole."""
        if not self.report.version:
            raise self.flaw(Check.ORDER, "there are no events")
        if self.report.over and self.first_hidden:
            raise FlawFound(self.first_hidden, Check.FORM, "the game is over, and this is still hidden")
        if self.owed > 0:
            raise self.flaw(Check.ORDER, "the last events of a command are missing")
        self._close_command()

    def _check_chain(self, proof: game_pb2.Proof) -> None:
        expected = link(self.chain, proof.public, proof.private_hash, proof.cause_hash, proof.recorded)
        if proof.chain != expected:
            raise self.flaw(Check.CHAIN, "the chain is broken")
        self.chain = expected
        self._passed(Check.CHAIN)

    def _check_cause(self, proof: game_pb2.Proof, version: int) -> None:
        if proof.cause:
            salt = cause_salt_of(self.seed, version) if self.seed else proof.cause_salt
            self._check_sealed(Check.CHAIN, "cause", proof.cause, salt, proof.cause_salt, proof.cause_hash)

    def _check_private(self, proof: game_pb2.Proof, version: int) -> None:
        if proof.private:
            salt = salt_of(self.seed, version) if self.seed else proof.salt
            self._check_sealed(Check.PRIVATE, "private part", proof.private, salt, proof.salt, proof.private_hash)
            self._passed(Check.PRIVATE)

    def _check_sealed(self, check: Check, what: str, part: bytes, salt: bytes, shown: bytes, sealed: bytes) -> None:
        """Check what is shown of a part against its hash, and the salt that is shown with it, if any."""
        if shown and shown != salt:
            raise self.flaw(check, f"the salt of the {what} is not made of the seed")
        if sha256(salt + part).digest() != sealed:
            raise self.flaw(check, f"the {what} is not the one that was sealed")

    def _check_form(self, record: Record, proof: game_pb2.Proof, packed: game_pb2.Event) -> Event:
        """Read the event; the parts of it that are shown must be what this version would write."""
        try:
            event = unpack_event(packed)
        except Malformed as fault:
            raise self.flaw(Check.FORM, f"it cannot be read: {fault}") from None
        if record.name and type(event).__name__ != record.name:
            raise self.flaw(Check.FORM, f"it is no {record.name}")
        public, private = event_bytes(event)
        if proof.private_hash and not proof.private:
            if not private:
                raise self.flaw(Check.FORM, "it has no private part that could be left out")
            if self.viewer is None or sees_private(event, self.viewer):
                raise self.flaw(Check.FORM, "something was left out that should be there")
            private = b""
            self.report.hidden += 1
            self.first_hidden = self.first_hidden or self.report.version + 1
        for part, expected in ((proof.public, public), (proof.private, private)):
            if not says_the_same(part, expected, game_pb2.Event):
                raise self.flaw(Check.FORM, "its public and private part are not what they should be")
        if proof.private and any(getattr(event, name) in (None, b"") for name in event.private):
            raise self.flaw(Check.FORM, "its private part is empty")
        self._passed(Check.FORM)
        return event

    def _check_creation(self, created: GameCreated) -> None:
        """Check that the game is one that can be asked for, on a board that there is, where these rules say which."""
        if not 0 < created.rules_version <= RULES_VERSION:
            raise self.flaw(Check.DECISION, f"it was created by rules that there are not: {created.rules_version}")
        if self.cause is not None and self.cause.rules_version != created.rules_version:
            raise self.flaw(Check.DECISION, "it was created by other rules than are said to have decided it")
        if len(created.commitment) != HASH or (self.seed and len(self.seed) != SEED_SIZE):
            raise self.flaw(Check.COMMITMENT, "the seed or the commitment has another length")
        self.places = list(created.board.centres)
        if len(self.places) > MOST_HEXES:  # whoever wrote it must not make its reader work for ever
            raise self.flaw(Check.FOLD, "the board is larger than any")
        if created.rules_version == RULES_VERSION:
            try:
                same = created == created_anew(created)
            except Fault as fault:
                raise self.flaw(Check.DECISION, f"no such game can be created: {fault.trouble}") from None
            if not same:
                raise self.flaw(Check.DECISION, "created again the game or its board is another")

    def _learn(self, packed: game_pb2.Event) -> None:
        """Take in what chance stands on, and check the seed against its commitment."""
        if packed.HasField("game_created"):
            if self.seed and commitment(self.seed) != packed.game_created.commitment:
                raise self.flaw(Check.COMMITMENT, "the game did not commit to this seed")
            self.report.passed[Check.COMMITMENT] += bool(self.seed)
        elif packed.HasField("nonce_given"):
            self.nonces[packed.nonce_given.seat] = packed.nonce_given.nonce
        elif packed.HasField("seed_revealed"):
            if packed.seed_revealed.seed != self.seed:
                raise self.flaw(Check.COMMITMENT, "another seed is told than the game was played with")
            self.report.over = True
            self._passed(Check.COMMITMENT)
            return
        else:
            return
        self.key = chance_key(self.seed, [self.nonces[seat] for seat in sorted(self.nonces)])

    def _check_draws(self, body: Message, version: int) -> None:
        draws: Sequence[Any] = getattr(body, "draws", ())
        if not self.seed:
            self.report.undrawn += len(draws)
            return
        for index, draw in enumerate(draws):
            if draw.index != index or not draw.bound:
                raise self.flaw(Check.DRAW, f"draw {index} is out of order")
            value = CHANCE.draw(self.key, draw.purpose, version, index, draw.bound)
            if value != draw.value:
                # Not which value it is: while the game goes on, what the seed gives is nobody's to know.
                raise self.flaw(Check.DRAW, f"{draw.purpose} {index} is not what the seed gives")
            self.report.draws[draw.purpose] += 1
            self.told[draw.purpose] += 1
            self._passed(Check.DRAW)

    def _end_command(self) -> None:
        """End the command before, as another begins."""
        if self.owed > 0:
            raise self.flaw(Check.ORDER, "a command begins before the one before has all its events")
        self._close_command()

    def _begin_command(self, proof: game_pb2.Proof) -> None:
        """Read the cause of a command, if it is shown."""
        self.cause = self._read_cause(proof.cause) if proof.cause else None
        self.asked = self._read_command(self.cause) if self.cause is not None else None
        self.told.clear()
        self.chance.drawn.clear()
        self.owed = self.cause.events if self.cause else 0
        self.begun = True

    def _go_on(self, event: Event, *, whole: bool) -> None:
        """Take in one more event of the command."""
        if not self.begun or (self.cause is not None and self.owed <= 0):
            raise self.flaw(Check.ORDER, "an event follows that no command made")
        self.owed -= 1
        self._passed(Check.ORDER)
        self.blind = self.blind or not whole
        if not self.blind:
            self.command.append(event)

    def _read_cause(self, data: bytes) -> record_pb2.Cause:
        try:
            cause = record_pb2.Cause.FromString(data)
        except DecodeError:
            raise self.flaw(Check.FORM, "the cause does not parse") from None
        if not is_as_written(cause, data) or not cause.events:
            raise self.flaw(Check.FORM, "the cause is none that this version would write")
        if not self.rules <= cause.rules_version <= RULES_VERSION or not cause.rules_version:
            said = f"rules {cause.rules_version} are said to have decided it"
            why = f"{said}, after rules {self.rules}; these are rules {RULES_VERSION}"
            raise self.flaw(Check.DECISION, why)
        self.rules = cause.rules_version
        if cause.HasField("command") != bool(self.report.version):
            raise self.flaw(Check.FORM, "a command made all events but those of the creation")
        return cause

    def _read_command(self, cause: record_pb2.Cause) -> Command | None:
        if not cause.HasField("command"):
            return None
        try:
            return unpack_command(cause.command, cause.seat)
        except Malformed as fault:
            raise self.flaw(Check.FORM, f"the command cannot be read: {fault}") from None

    def _close_command(self) -> None:
        """Fold the command that was read, and decide it again where these rules decided it."""
        events, self.command = self.command, []
        first = self.report.version - len(events) + 1
        if not self.report.version:
            return
        if self.blind or self.cause is None:
            self.report.undecidable += 1
        elif self.cause.rules_version != RULES_VERSION:
            self.report.not_decided[self.cause.rules_version] += 1
        elif self.decide:
            self._decide_again(events, first)
            return
        if not self.blind:
            self._fold(events, first)

    def _fold(self, events: Sequence[Event], first: int) -> None:
        for version, event in enumerate(events, first):
            try:
                self.game = evolve(self.game or _before(event), event)
            except Exception as error:  # a fold of what never happened may stumble over anything
                raise FlawFound(version, Check.FOLD, f"it does not fit on the game: {type(error).__name__}") from None
            self._passed(Check.FOLD)

    def _decide_again(self, events: Sequence[Event], first: int) -> None:
        try:
            after, decided = self._decided(events[0])
        except Illegal as refusal:
            why = f"decided again the command is refused: {refusal.reason} (rule {refusal.rule})"
            raise FlawFound(first, Check.DECISION, why) from None
        except Exception as error:  # on a game that never was
            raise FlawFound(first, Check.DECISION, f"it cannot be decided again: {type(error).__name__}") from None
        for version, (stored, again) in enumerate(zip(events, decided, strict=False), first):
            if stored != again:
                raise FlawFound(version, Check.DECISION, f"decided again it is another {type(again).__name__}")
        if len(events) != len(decided):
            why = f"decided again the command makes {len(decided)} events, not {len(events)}"
            raise FlawFound(first + min(len(events), len(decided)), Check.DECISION, why)
        self.game = after
        # Draws whose outcome is hidden stand in no event: to decide again is to draw them again.
        for purpose, n in (self.chance.drawn - self.told).items():
            self.report.draws[purpose] += n
            self.report.passed[Check.DRAW] += n
        self.report.passed[Check.FOLD] += len(events)  # the same events were folded to decide
        self._passed(Check.DECISION)

    def _decided(self, first: Event) -> tuple[Game, Sequence[Event]]:
        """Decide again what was asked for; the creation of the game asked for its first event."""
        if self.game is None or self.asked is None:
            return create(_before(first).scenario, _created(first), self.chance)
        return execute(self.game, self.asked, self.chance)

    def _passed(self, check: Check) -> None:
        self.report.passed[check] += 1


def _before(event: Event) -> Game:
    """The game before its creation."""
    created = _created(event)
    scenario = SCENARIOS[created.scenario].with_options(created.options)
    if created.seats not in scenario.seats:
        raise ValueError("it is not played by so many")
    return before_creation(scenario, created.seats)


def _created(event: Event) -> GameCreated:
    if not isinstance(event, GameCreated):
        raise TypeError("a game begins with its creation")
    return event
