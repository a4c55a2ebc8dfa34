"""Answers as text that another process can read without running any code of the sender.

What a student's process sends is never unpickled: numbers, texts, arrays and tuples of them come back as they were,
everything else as an object that only has the name of its type.
"""

import base64
import contextlib
import io
import json
import numbers

import numpy as np

from kernelcourse.judging.answers import as_array
from kernelcourse.judging.verdicts import text_of

__all__ = ["decode", "encode", "read_frame", "read_json", "write_frame", "write_json"]

DEEPEST = 6
LONGEST_MESSAGE = 50_000_000  # bytes of a message
LARGEST_PART = 1_000_000  # that is read at once


def encode(value, depth=DEEPEST):
    """Turn an answer into what `json` can write, a dict; `depth` lists within lists are followed."""
    if value is None or value is ...:
        return {"kind": "none" if value is None else "dots"}
    if isinstance(value, bool | str):
        return {"kind": "plain", "value": value if isinstance(value, bool) else "".join(value)}
    if isinstance(value, np.ndarray | np.generic):
        return _encode_array(np.asarray(value))
    if isinstance(value, numbers.Number):
        return _encode_array(np.asarray(complex(value) if isinstance(value, complex) else value))
    if isinstance(value, range):
        value = list(value)
    with contextlib.suppress(Exception):  # what is offered as an array may be none
        if isinstance(array := as_array(value), np.ndarray):
            return _encode_array(array)
    if isinstance(value, list | tuple) and depth:
        parts = [encode(part, depth - 1) for part in list(value)]
        return {"kind": "list" if isinstance(value, list) else "tuple", "value": parts}
    return {"kind": "other", "value": type(value).__name__}


def _encode_array(array):
    if array.dtype.kind == "O" and all(isinstance(entry, numbers.Real) for entry in array.flat):
        array = array.astype(float)
    if array.dtype.kind not in "biufcUS":
        return {"kind": "other", "value": "ndarray of Python objects" if array.ndim else "number"}
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return {"kind": "array", "value": base64.b64encode(file.getvalue()).decode()}


def decode(message, depth=DEEPEST):
    """Read what `encode` wrote; a ValueError if it did not, or if lists are within lists more than `depth` times."""
    kind, value = message["kind"], message.get("value")
    if kind in ("none", "dots"):
        return None if kind == "none" else ...
    if kind == "plain" and isinstance(value, bool | str):
        return value
    if kind == "array":
        try:
            return np.load(io.BytesIO(base64.b64decode(value)), allow_pickle=False)[()]
        except (MemoryError, OverflowError):
            raise ValueError("expected an array as large as it says that it is") from None
    if kind in ("list", "tuple") and depth:
        parts = [decode(part, depth - 1) for part in value]
        return parts if kind == "list" else tuple(parts)
    if kind == "other":
        return type(text_of(value)[:80], (), {})()
    raise ValueError(f"no answer is of the kind {kind!r}")


def write_frame(stream, content):
    """Write the length of some bytes, then the bytes."""
    rest = memoryview(len(content).to_bytes(8, "big") + content)
    while rest:  # a pipe without a buffer takes a part at a time, and gives one
        rest = rest[stream.write(rest) :]
    stream.flush()


def read_frame(stream):
    """Read bytes of `write_frame`; an EOFError if the other side has ended, a ValueError if they are too many."""
    length = int.from_bytes(_read(stream, 8), "big")
    if length > LONGEST_MESSAGE:
        raise ValueError(f"expected a message of at most {LONGEST_MESSAGE} bytes, got {length}")
    return _read(stream, length)


def _read(stream, length):
    content = bytearray()
    while len(content) < length:
        part = stream.read(min(length - len(content), LARGEST_PART))
        if not part:
            raise EOFError("the process has ended")
        content += part
    return bytes(content)


def write_json(stream, message):
    """Write a message of plain values."""
    write_frame(stream, json.dumps(message).encode())


def read_json(stream):
    """Read a message of `write_json`; EOFError if the other side has ended, ValueError if it is no such message."""
    try:
        message = json.loads(read_frame(stream))
    except RecursionError:
        raise ValueError("expected a message that is not nested so deeply") from None
    if not isinstance(message, dict):
        raise ValueError("expected a message with names")
    return message
