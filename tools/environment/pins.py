"""The one uv that the set-up fetches by itself, with the SHA-256 of its wheel for each platform.

To move to a newer uv, change `UV_VERSION` and take the hashes from the package index's JSON page (PEP 691).
"""

import platform
import sys
from dataclasses import dataclass

UV_VERSION = "0.13.9"
OLDEST_UV = (0, 13)
"""An installed uv older than this is left alone: it may not read the revision of our lock file."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel of uv: the tag part of its file name and its SHA-256 in hexadecimal."""

    tags: str
    sha256: str

    @property
    def filename(self) -> str:
        """Return the file name as an index lists it."""
        return f"uv-{UV_VERSION}-py3-none-{self.tags}.whl"


_LINUX_ARM = Wheel(
    "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "5435c5ce14a56431208ca0996416d310f1598e8c2c8ba707688985a16bb82dbe",
)

WHEELS: dict[tuple[str, str, str], Wheel] = {
    ("linux", "x86_64", "glibc"): Wheel(
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
        "d7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19",
    ),
    ("linux", "x86_64", "musl"): Wheel(
        "musllinux_1_1_x86_64",
        "2c45530751517d6c3bbc69a19473f6effe47cce047bede01ffd8af7ea7b36b25",
    ),
    ("linux", "aarch64", "glibc"): _LINUX_ARM,
    ("linux", "aarch64", "musl"): _LINUX_ARM,
    ("darwin", "x86_64", ""): Wheel(
        "macosx_10_12_x86_64",
        "c16ed11e013557536b3e60065f1b912f6407bd6518e041b961e23ef9e6b4fbf5",
    ),
    ("darwin", "arm64", ""): Wheel(
        "macosx_11_0_arm64",
        "66c512266d633bef48384a1f53003f41f2a8e7b36fe6e7fbfd3e0fd52d96fa63",
    ),
}
"""Wheels by (system, machine, C library); the C library is empty where a system has one only."""


def this_platform() -> tuple[str, str, str]:
    """Return the key of `WHEELS` for the machine this runs on."""
    if sys.platform != "linux":
        return sys.platform, platform.machine(), ""
    libc = "glibc" if platform.libc_ver()[0] == "glibc" else "musl"
    return sys.platform, platform.machine(), libc
