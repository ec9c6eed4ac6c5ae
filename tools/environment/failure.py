"""What can stop the set-up, each with one sentence and an exit code of its own."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of `tools/bootstrap.py`; 1 is any failure without a code, 2 a wrong argument."""

    PYTHON_TOO_OLD = 3
    INDEX_UNREACHABLE = 4
    HASH_MISMATCH = 5
    READ_ONLY = 6
    NO_UV = 7
    INSTALL_FAILED = 8
    INTERRUPTED = 130


class SetupError(Exception):
    """The set-up cannot go on; the message is one sentence that says what to do next."""

    def __init__(self, code: Exit, sentence: str) -> None:
        """Keep the exit code beside the sentence."""
        super().__init__(sentence)
        self.code = code
