"""A game as it happens: server-sent events whose ids are versions, so that a browser resumes by itself where it was."""

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

import anyio
import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from service.bots import ServerAway
from service.web.asking import read_asked, read_number
from service.web.client import Gateway
from service.web.telling import Teller

T = TypeVar("T")

HEARTBEAT = 15
"""Seconds of silence after which a comment is sent, so that whatever stands between does not cut the stream."""

RETRY = 500
"""Milliseconds after which a browser comes back when the stream ended."""

GRACE = 2
"""Seconds that a stream has to end by itself when the gateway does; it needs only a moment."""

AWAY = ServerSentEvent(event="away", data="", retry=RETRY)
"""Says that the server is gone for now. A browser ignores an event without data, so it has an empty one."""


async def live(request: Request) -> EventSourceResponse:
    """Send the events after a version, then each new one, until the server or the browser goes."""
    client: Gateway = request.app.state.client
    asked = read_asked(request)
    named = request.headers.get("last-event-id") or request.query_params.get("after", "0")
    after = read_number("after", named)
    try:
        teller = await run_in_threadpool(Teller, client, asked, after)
    except ServerAway:
        # Not a status of HTTP: after one a browser does not come back by itself.
        return EventSourceResponse(_away())

    leaving = anyio.Event()

    async def told() -> AsyncIterator[ServerSentEvent]:
        # The first thing sent says how soon to come back, whatever may happen then.
        yield ServerSentEvent(comment="live", retry=RETRY)
        async for frame in _until(client.watch(asked.game_id, asked.viewer, after), leaving):
            for event in await run_in_threadpool(teller.tell_all, frame.events.events):
                yield ServerSentEvent(id=str(event.version), event="told", data=msgspec.json.encode(event).decode())
            if frame.HasField("caught_up"):
                yield ServerSentEvent(event="caught-up", data=str(frame.caught_up.version))
        yield AWAY

    return EventSourceResponse(told(), ping=HEARTBEAT, shutdown_event=leaving, shutdown_grace_period=GRACE)


async def _away() -> AsyncIterator[ServerSentEvent]:
    yield AWAY


async def _until(frames: AsyncIterator[T], end: anyio.Event) -> AsyncIterator[T]:
    """Hand on what comes until it ends, or something else does."""
    ended = asyncio.ensure_future(end.wait())
    coming: asyncio.Future[T | None] | None = None
    try:
        while not end.is_set():
            coming = asyncio.ensure_future(anext(frames, None))
            await asyncio.wait((coming, ended), return_when=asyncio.FIRST_COMPLETED)
            frame = coming.result() if coming.done() else None
            if frame is None:
                return
            yield frame
    finally:
        ended.cancel()
        if coming is not None:
            coming.cancel()
