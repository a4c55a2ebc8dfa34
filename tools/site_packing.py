"""Pack the scenes of an explorer for the site: what is the same in all of them once, what varies as small differences.

A pack is a header in JSON and bytes. The header has a template, the message of a scene in which a dict with the key `$`
stands for what varies: a word (`words`), an array (`stacks`), or one of several forms (`pick`). `frames.js` reads it.
"""

import json
import zlib

import numpy as np

DTYPES = {"i1": np.int8, "u1": np.uint8, "i2": "<i2", "f4": "<f4", "f8": "<f8"}

# Numbers keep so many bits that this many places can be told apart where they lie: a panel has some 800 pixels, and the
# axis of one scene may show a small part of the numbers of all.
PLACES = 16_384
# Of a float32; with the second it is off by 1/4096 of itself at most.
FRACTION_BITS, FEWEST_FRACTION_BITS = 23, 11
SHORT_DROP = (
    6  # bits of a 16-bit code that are dropped; 512 shades on each side of 0 are left: a screen has 256
)

# How differences are taken: from the scene before, from the row before, from the place before. The best is kept.
WAYS = ((0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1))


def pack(messages, about):
    """Pack scenes.
    messages: sequence of dict, what `Scene.message` returns; about: dict of plain values, which goes into the
    header as it is → bytes, deflated: four bytes with the length of the header, the header, the bytes of the
    arrays"""
    writer = _Writer()
    template = writer.template(list(messages))
    header = about | {"template": template, "words": writer.words, "stacks": writer.stacks}
    text = as_json(header).encode()
    return zlib.compress(len(text).to_bytes(4, "little") + text + bytes(writer.blob), 9)


def as_json(value):
    """Write plain values as JSON, in as few letters as it takes.
    value: dict, list, str, number or None → str"""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class _Writer:
    """What the template points to."""

    def __init__(self):
        self.words, self.stacks, self.blob = [], [], bytearray()
        self.starts = {}  # of the bytes of arrays that were already written: two marks may stand at the same places

    def template(self, leaves):
        """The template of some values, one for each scene."""
        first = leaves[0]
        forms = [_form(leaf) for leaf in leaves]
        if len(set(forms)) > 1:
            return self._pick(leaves, forms)
        if _is_array(first):
            return {"$": "stack", "at": self._stack(leaves)}
        if isinstance(first, dict):
            return {key: self.template([leaf[key] for leaf in leaves]) for key in first}
        if isinstance(first, list):
            return [self.template([leaf[k] for leaf in leaves]) for k in range(len(first))]
        if all(leaf == first for leaf in leaves):
            return _short(first)
        self.words.append([_short(leaf) for leaf in leaves])
        return {"$": "word", "at": len(self.words) - 1}

    def _pick(self, leaves, forms):
        kinds = list(dict.fromkeys(forms))
        of = [kinds.index(form) for form in forms]
        options = [
            self.template([leaf for leaf, o in zip(leaves, of, strict=True) if o == k])
            for k in range(len(kinds))
        ]
        return {"$": "pick", "of": of, "options": options}

    def _stack(self, leaves):
        """Put arrays, one for each scene, into the bytes; those that are all the same only once."""
        if all(leaf == leaves[0] for leaf in leaves):
            leaves = leaves[:1]
        kind = "f4" if leaves[0]["type"] == "f8" else leaves[0]["type"]
        arrays = [np.frombuffer(leaf["data"], DTYPES[leaf["type"]]) for leaf in leaves]
        shapes = [leaf["shape"] for leaf in leaves]
        alike = all(shape == shapes[0] for shape in shapes)
        width = max(len(array) for array in arrays)
        numbers, drop = _as_integers(arrays, kind, width)
        row = shapes[0][-1] if alike else width
        grid = numbers.reshape(len(arrays), width // row if row else 1, row)
        way, planes = min(
            ((way, _planes(grid, way)) for way in WAYS), key=lambda tried: len(zlib.compress(tried[1], 1))
        )
        self.stacks.append(
            {
                "type": kind,
                "shape": shapes[0] if alike else shapes,
                "alike": alike,
                "n": len(arrays),
                "width": width,
                "row": row,
                "drop": drop,
                "way": way,
                "planes": len(planes) // max(numbers.size, 1),
                "start": self.starts.setdefault(planes, len(self.blob)),
            }
        )
        if self.starts[planes] == len(self.blob):
            self.blob += planes
        return len(self.stacks) - 1


def _is_array(value):
    return isinstance(value, dict) and "data" in value and "shape" in value


def _form(value):
    """What two values must have in common to share a template; what they hold is compared later."""
    if _is_array(value):
        return ("array", value["type"], *(value["shape"] if len(value["shape"]) > 1 else ()))
    if isinstance(value, dict):
        return ("dict", *value)
    return ("list", len(value)) if isinstance(value, list) else "word"


def _short(value):
    return float(f"{value:.7g}") if isinstance(value, float) else value


def _as_integers(arrays, kind, width):
    """Arrays of one kind as rows of integers, filled up with zeros, and how many low bits of theirs were dropped."""
    if kind == "f4":
        values = np.zeros((len(arrays), width), dtype=np.float32)
        for row, array in zip(values, arrays, strict=True):
            row[: len(array)] = array
        return _ordered(values, np.concatenate(arrays))
    numbers = np.zeros((len(arrays), width), dtype=np.int32)
    for row, array in zip(numbers, arrays, strict=True):
        row[: len(array)] = array
    if kind != "i2":
        return numbers, 0
    half, most = 1 << (SHORT_DROP - 1), np.iinfo(np.int16).max >> SHORT_DROP
    return np.minimum((numbers + half) >> SHORT_DROP, most), SHORT_DROP


def _ordered(values, known):
    """Bits of float32 as integers of the same order, with as many low bits dropped as `PLACES` allows."""
    known = known[np.isfinite(known)]
    reach = float(np.ptp(known)) if len(known) else 0.0
    bits = FRACTION_BITS
    if reach > 0:
        bits = np.ceil(np.log2(PLACES * np.abs(known).max() / reach))
    drop = FRACTION_BITS - int(np.clip(bits, FEWEST_FRACTION_BITS, FRACTION_BITS))
    pattern = values.view(np.int32)
    size = (pattern & 0x7FFFFFFF).astype(np.int64)
    size += np.where(np.isfinite(values), (1 << drop) >> 1, 0)
    size = np.minimum(size >> drop, 0x7FFFFFFF >> drop)
    return np.where(pattern < 0, -size, size).astype(np.int32), drop


def _planes(grid, way):
    """Differences of integers as bytes: the lowest byte of all, then the next, as many as are wanted."""
    for axis, wanted in enumerate(way):
        if wanted:
            one = [1 if a == axis else n for a, n in enumerate(grid.shape)]
            grid = np.diff(grid, axis=axis, prepend=np.zeros(one, dtype=np.int32))
    signless = ((grid << 1) ^ (grid >> 31)).astype(np.uint32)
    n_planes = max(1, -(-int(signless.max(initial=0)).bit_length() // 8))
    return b"".join((signless >> (8 * k)).astype(np.uint8).tobytes() for k in range(n_planes))
