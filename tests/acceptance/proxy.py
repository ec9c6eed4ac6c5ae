"""Something between engine and colony: forwards each read, and may change an answer or act before one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2

KEPT = {"authorization", "x-forager-project", "accept", "accept-encoding"}


class Between:
    """Where to forward, what to do before a request (by its path), and how to change a body."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.before: Callable[[str], None] = lambda _path: None
        self.change: Callable[[bytes], bytes] = lambda body: body
        self.paths: list[str] = []
        self.url = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Forward one request; without an answer the connection is closed, as when nobody is there."""
        self.paths.append(handler.path)
        self.before(handler.path)
        headers = {name: value for name, value in handler.headers.items() if name.lower() in KEPT}
        try:
            found = httpx2.get(self.target + handler.path, headers=headers, trust_env=False, timeout=60)
        except httpx2.TransportError:
            handler.close_connection = True
            return
        body = self.change(found.content)
        handler.send_response(found.status_code)
        handler.send_header("content-type", found.headers.get("content-type", "application/json"))
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)


@contextmanager
def between(target: str) -> Iterator[Between]:
    """A proxy on a free loopback port."""
    here = Between(target)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            here.answer(self)

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        here.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield here
        finally:
            server.shutdown()
            thread.join()
