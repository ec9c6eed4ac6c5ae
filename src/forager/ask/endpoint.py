"""The one door to the library that speaks to models: an endpoint of the OpenAI shape, such as many services and local servers offer.

The library is an extra and heavy (seconds of import), so it is loaded at the first question. No redirect is followed and no proxy of the
environment is used: the key goes to the address the operator set, or nowhere. What an error of the library says may quote the passage or
the key; only its kind leaves this module.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx2

from forager.ask.model import Reply
from forager.ask.words import INSTRUCTIONS, message
from forager.errors import ModelBusy, ModelFailed, ModelRefused, ModelTimedOut, ModelUnreachable, ModelUnusable

if TYPE_CHECKING:
    from pydantic_ai.models import Model as LibraryModel

PROVIDER = "openai-compatible"
MOST_BYTES = 4 << 20
"""Of an answer's body; a longer one is not read on."""
_REFUSED = frozenset({401, 403, 404})

Opened = Callable[[], "AbstractAsyncContextManager[LibraryModel]"]
"""Opens the library's model for one call."""


def is_installed() -> bool:
    """Whether the extra is there."""
    return all(importlib.util.find_spec(name) is not None for name in ("pydantic_ai", "openai"))


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind pydantic-ai. ``seconds`` bounds a whole call, ``output_tokens`` its answer."""

    name: str
    opened: Opened = field(repr=False)
    seconds: float = 60.0
    output_tokens: int = 1_500
    provider: str = PROVIDER

    def ask(self, passage: str) -> Reply:
        """One call; its temperature is 0, it has no tool. Raises ModelFailed."""
        try:
            return asyncio.run(self._asked(passage))
        except ModelFailed as error:
            raise error from None
        except TimeoutError:
            raise ModelTimedOut(f"The model did not answer within {self.seconds:g} seconds.") from None
        except Exception as error:  # noqa: BLE001  # whatever the library raises, only its kind is told
            raise _told(error, self.seconds) from None

    async def _asked(self, passage: str) -> Reply:
        from pydantic_ai.direct import model_request  # noqa: PLC0415
        from pydantic_ai.messages import ModelRequest, UserPromptPart  # noqa: PLC0415
        from pydantic_ai.settings import ModelSettings  # noqa: PLC0415

        asked = ModelRequest(parts=[UserPromptPart(message(passage))], instructions=INSTRUCTIONS)
        settings = ModelSettings(max_tokens=self.output_tokens, temperature=0.0, timeout=self.seconds)
        async with asyncio.timeout(self.seconds), self.opened() as model:
            answered = await model_request(model, [asked], model_settings=settings)
        return Reply(answered.text or "", answered.usage.input_tokens, answered.usage.output_tokens)


def _told(error: Exception, seconds: float) -> ModelFailed:
    """The library's error as ours, by its kind alone."""
    from pydantic_ai import exceptions  # noqa: PLC0415

    status = getattr(error, "status_code", None)
    kind = type(error).__name__
    if isinstance(error, exceptions.ModelTimeoutError | exceptions.ModelRequestTimeout):
        return ModelTimedOut(f"The model did not answer within {seconds:g} seconds.")
    if isinstance(error, exceptions.ModelConnectionError):
        return ModelUnreachable("The model cannot be reached.", remedy="Check FORAGER_MODEL_URL, and that it runs.")
    if status in _REFUSED:
        words = f"The model's service refused the call ({status})."
        return ModelRefused(words, remedy="Check FORAGER_MODEL_KEY, FORAGER_MODEL_NAME and FORAGER_MODEL_URL.")
    if status == 429 or (isinstance(status, int) and status >= 500):
        return ModelBusy(
            f"The model's service is busy or failing ({status}).", after=getattr(error, "retry_after", None)
        )
    return ModelUnusable(f"The model's answer cannot be used ({kind if status is None else status}).")


def openai_compatible(name: str, url: str, key: str) -> Opened:
    """The library's model for ``name`` at an address of the OpenAI shape; an empty key sends a placeholder."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[LibraryModel]:
        from openai import AsyncOpenAI  # noqa: PLC0415
        from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415
        from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415

        transport = _Bounded(httpx2.AsyncHTTPTransport())
        async with httpx2.AsyncClient(transport=transport, follow_redirects=False, trust_env=False) as client:
            spoken = AsyncOpenAI(base_url=url, api_key=key or "none", http_client=client, max_retries=0)
            yield OpenAIChatModel(name, provider=OpenAIProvider(openai_client=spoken))

    return opened


class _Bounded(httpx2.AsyncBaseTransport):
    """Ends an answer whose body is longer than any answer is."""

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        found = await self._inner.handle_async_request(request)
        found.stream = _BoundedStream(found.stream)
        return found

    async def aclose(self) -> None:
        await self._inner.aclose()


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: object) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream)  # noqa: S101  # the transport is asynchronous
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        seen = 0
        async for part in self._inner:
            seen += len(part)
            if seen > MOST_BYTES:
                raise ModelUnusable("The model's answer is far too long.")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()
