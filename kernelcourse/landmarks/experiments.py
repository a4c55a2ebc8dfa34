"""What moving digits does to a classifier on landmarks, on other samples than the table of section 16·D."""

import numpy as np

from kernelsy19.datasets import shifted, usps
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.fits_over_blocks import fit_classifier
from kernelsy19.landmarks.solve import choose, landmark_map, sample_of


def errors_of_moved_digits(seed):
    """Test errors with 2000 training digits and 150 landmarks, in percent.

    seed: int → dict by str: by how many pixels they were moved, and for two pixels also ten times the price
    """
    train, test = usps()
    own, kernel, found = train.drawn(2000, seed), RBF(1 / 128), {}

    def block(move):
        return shifted(own.images, *move).reshape(len(own), -1), own.y

    for reach, factor in ((0, 1), (1, 1), (2, 1), (2, 10)):
        moves = [(i, j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)]
        sample = sample_of(block, moves, 3000, rng=seed)
        features = landmark_map(kernel, sample[choose(kernel.gram(sample), 150, rng=seed).indices])
        lam = 0.1 * factor * len(own) / len(train)
        machine = fit_classifier(features, block, moves, range(10), lam, "squared hinge", tol=1e-6)
        name = f"{reach}" if factor == 1 else f"{reach}, {factor} times the price"
        found[name] = 100 * np.mean(machine.predict(test.X) != test.y)
    return found
