"""Explorers of appendix E: a query among words, and a layer that becomes a kernel as it gets wider."""

import numpy as np

from kernelcourse.drawing.controls import choice, log_slider, place, slider
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Bars, Curve, Handle, Points, Rule, Words
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.networks.draws import KEYS, WORDS, keys_of_one_length
from kernelcourse.networks.experiments import (
    UNITS_TRIED,
    directions,
    error_of_width,
    values_of_a_layer,
    weights,
)
from kernelsy19.networks.equations import arc_cosine

LENGTHS = ("of many lengths", "of one length")
# Where a word is written: above its key if another key lies close below.
ABOVE_OR_BELOW = np.where(np.isin(WORDS, ("horse", "ship")), 0.5, -0.5)


class AttentionExplorer(Explorer):
    """Seven words and a query: the weights of attention, and those of a Gaussian kernel."""

    def controls(self):
        return {"query": place("query", (1.0, 0.6)), "lengths": choice(LENGTHS, "keys are")}

    def scene(self, query, lengths):
        keys = KEYS if lengths == LENGTHS[0] else keys_of_one_length()
        of_attention, of_distance = weights(query, keys)
        side = (-3.2, 3.2)
        plane = Panel(
            [
                Points(*keys.T, "class 0", sizes=0.6 + 2.5 * np.sqrt(of_attention)),
                Words(keys[:, 0], keys[:, 1] + ABOVE_OR_BELOW, WORDS, align="center"),
                Handle("query", *query, "query"),
            ],
            Axis("first number", side),
            Axis("second number", (-1.6, 2.8)),
            title="the query and the keys",
        )
        places = np.arange(len(WORDS))
        shares = Panel(
            [
                Bars(places, of_attention, wide=0.6, label="attention"),
                Points(places, of_distance, "class 1", 1.3, label="Gaussian kernel"),
            ],
            Axis("word", (-0.6, len(WORDS) - 0.4), ticks=places, names=WORDS),
            Axis("weight", (0, 1)),
            title="whom it listens to",
            at=(0, 1),
        )
        most, apart = of_attention.argmax(), np.abs(of_attention - of_distance).max()
        said = (
            f"The query at ({query[0]:.1f}, {query[1]:.1f}) gives “{WORDS[most]}” the largest weight of attention, "
            f"{of_attention[most]:.2f}. The Gaussian kernel gives it {of_distance[most]:.2f}; the two differ "
            f"by at most {apart:.2f}."
        )
        return Scene([plane, shares], said, columns=(1, 1), aspect=0.45)


class WidthExplorer(Explorer):
    """The products of a layer of random units beside the kernel that they approach, and how fast."""

    def __init__(self):
        self._errors = np.array([[error_of_width(m, seed) for m in UNITS_TRIED] for seed in range(10)])
        super().__init__()

    def controls(self):
        return {"m": log_slider(1.0, 4.0, 1.5, "units m", step=0.25), "draw": slider(0, 9, 0, "draw")}

    def scene(self, m, draw):
        m, X = round(m), directions()
        degrees = np.linspace(0, 180, len(X))
        found, limit = values_of_a_layer(m, draw), arc_cosine(X[:1], X)[0]
        error = np.sqrt(np.mean((found - limit) ** 2))
        values = Panel(
            [
                Curve(degrees, limit, "orange", 2.2, "dashed", label="kernel"),
                Curve(degrees, found, "blue", 2.2, label=f"{m} units"),
            ],
            Axis("angle between x and y (°)", (0, 180)),
            Axis("dot product", (-0.1, 1.8)),
            title="after the layer",
        )
        errors = Panel(
            [
                *(Points(UNITS_TRIED, row, "point", 0.8) for row in self._errors),
                Rule(m, color="gray"),
                Points([m], [error], "now", 1.4, label="this draw"),
            ],
            Axis("units m", (7, 14_000), scale="log"),
            Axis("error", (1e-3, 2.0), scale="log"),
            title="ten draws of each width",
            at=(0, 1),
        )
        said = (
            f"A layer of {m} random units, draw {draw}: its dot products are off the kernel by {error:.3f} in the root "
            f"mean square over the angles."
        )
        return Scene([values, errors], said, columns=(1, 1), aspect=0.45)
