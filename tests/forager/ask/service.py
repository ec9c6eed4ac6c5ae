"""A service of the OpenAI shape in this process: it answers by a script and keeps what it was sent."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Service:
    """What it answers: a status, headers, a body (a text is made a completion of it), or a wait before it."""

    text: str = '{"statements": []}'
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    usage: Mapping[str, int] | None = field(
        default_factory=lambda: {"prompt_tokens": 70, "completion_tokens": 5, "total_tokens": 75}
    )
    waits: threading.Event | None = None
    drips: bool = False
    seen: list[tuple[str, dict[str, str], dict[str, object]]] = field(default_factory=list)
    url: str = ""

    def answer(self) -> bytes:
        """The body that is sent."""
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": "a secret passage", "code": "x"}}).encode()
        message = {"role": "assistant", "content": self.text}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        made = {"id": "c1", "object": "chat.completion", "created": 1, "model": "small", "choices": [choice]}
        return json.dumps(made | ({"usage": self.usage} if self.usage else {})).encode()


@contextmanager
def running(service: Service) -> Iterator[Service]:
    """Serve it on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            sent = json.loads(self.rfile.read(length))
            service.seen.append((self.path, {key.lower(): value for key, value in self.headers.items()}, sent))
            if service.waits is not None:
                service.waits.wait(30)
            body = service.answer()
            self.send_response(service.status)
            for key, value in {"content-type": "application/json", **service.headers}.items():
                self.send_header(key, value)
            self.send_header("content-length", str(len(body) * (1_000 if service.drips else 1)))
            self.end_headers()
            self._send(body)

        def _send(self, body: bytes) -> None:
            try:
                self.wfile.write(body)
                while service.drips:
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                return  # the client went away

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield service
    finally:
        if service.waits is not None:
            service.waits.set()
        server.shutdown()
        server.server_close()
        thread.join()
