"""Data whose points are sequences of different lengths: what such a set holds, and the loaders."""

import io
import textwrap
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from kernelsy19.datasets import bundle
from kernelsy19.datasets.dataset import REPR_WIDTH, as_classes, as_positions, as_read_only, counts_of
from kernelsy19.validation import as_text, as_texts


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SequenceData:
    """Sequences with their classes, and what is known about them.

    Attributes
    ----------
    name : str
    sequences : tuple of n (pᵢ, d) arrays of float64, read-only, or of n str
    y : (n,) array of intp, read-only: the class of each, counted from 0
    target_name : str, what y is
    target_names : tuple of str, name of class 0, 1, ...
    unit : str, of the numbers in a sequence, "" for pure numbers and for strings
    description, source, citation, license_note : str
    """

    name: str
    sequences: tuple
    y: np.ndarray
    target_name: str
    target_names: tuple[str, ...]
    unit: str
    description: str
    source: str
    citation: str
    license_note: str

    def __post_init__(self):
        for name in ("name", "target_name", "unit", "description", "source", "citation", "license_note"):
            as_text(getattr(self, name), name)
        object.__setattr__(self, "target_names", as_texts(self.target_names, "target_names"))
        y = as_classes(self.y, len(self.sequences), len(self.target_names), "sequence")
        object.__setattr__(self, "y", as_read_only(y, np.intp))
        kept = tuple(s if isinstance(s, str) else as_read_only(s, np.float64) for s in self.sequences)
        object.__setattr__(self, "sequences", kept)

    def __len__(self):
        return len(self.sequences)

    @property
    def lengths(self):
        """(n,) array of int, the length of each sequence."""
        return np.array([len(s) for s in self.sequences])

    @property
    def class_counts(self):
        """For each class, its number of sequences."""
        return counts_of(self.y, self.target_names)

    def rows(self, selection):
        """Keep some of the sequences.
        selection: slice, (n,) array of bool, or (m,) array of int → SequenceData"""
        chosen = as_positions(selection, len(self), "sequences")
        return replace(self, sequences=tuple(self.sequences[i] for i in chosen), y=self.y[chosen])

    def in_order(self):
        """The same sequences in an order that they alone decide: by class, then by their first elements.
        → SequenceData, of which no subset depends on the order in which the sequences were given"""
        values = [s if isinstance(s, str) else s.tolist() for s in self.sequences]
        return self.rows(sorted(range(len(self)), key=lambda i: (self.y[i], values[i])))

    def __repr__(self):
        low, high = self.lengths.min(), self.lengths.max()
        first = self.sequences[0]
        of = "letters" if isinstance(first, str) else f"{first.shape[1]} numbers a step"
        lines = [
            f"{self.name}: {len(self)} sequences of {low} to {high} steps, {of}",
            f"{self.target_name}: " + ", ".join(f"{name} {n}" for name, n in self.class_counts.items()),
        ]
        said = (self.description, f"Source: {self.source}", f"Citation: {self.citation}")
        for text in (*said, f"License: {self.license_note}"):
            lines += textwrap.wrap(text, REPR_WIDTH)
        return "\n".join(lines)


class TrainTestSequences(NamedTuple):
    """The two published parts of a set of sequences."""

    train: SequenceData
    test: SequenceData


@cache
def japanese_vowels():
    """Nine men say the Japanese vowels /ae/: 12 cepstral coefficients a step, 7 to 29 steps.

    Returns
    -------
    TrainTestSequences
        `train` with 270 utterances, 30 a speaker, and `test` with 370, in the published order. y is the speaker.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Kudo, Toyama and Shimbo (1999).
    """
    with np.load(io.BytesIO(bundle.read("japanese_vowels.npz"))) as arrays:
        return TrainTestSequences(*(_utterances(part, arrays) for part in ("train", "test")))


def _utterances(part, arrays):
    steps = bundle.joined(arrays[f"{part}_millionths"]).reshape(12, -1).T / 1e6
    ends = np.cumsum(arrays[f"{part}_lengths"])
    return SequenceData(
        name=f"Japanese vowels, {part}",
        sequences=tuple(np.split(steps, ends[:-1])),
        y=arrays[f"{part}_speaker"].astype(np.intp),
        **bundle.about()["japanese_vowels"],
    )


@cache
def country_names():
    """Names of countries and regions in six languages: strings whose language is to be told.

    Returns
    -------
    SequenceData
        825 names in small letters, in the order of the languages. y is the language.

    Raises
    ------
    ChecksumError
        If the bundled file was changed or is missing.

    References
    ----------
    Unicode Common Locale Data Repository.
    """
    lines = bundle.read("country_names.csv").decode("utf-8").splitlines()[1:]
    languages, names = zip(*(line.split(",", 1) for line in lines), strict=True)
    known = tuple(dict.fromkeys(languages))
    y = np.array([known.index(language) for language in languages])
    return SequenceData(sequences=names, y=y, target_names=known, **bundle.about()["country_names"])
