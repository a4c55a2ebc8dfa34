"""The component of chapter 08 that has a formula."""

import numpy as np

from kernelsy19.catalogue import implements


@implements("COURSE-squared-radius-component")
def squared_radius_component(X):
    """Evaluate z(x) = (‖x‖² − mean of ‖xᵢ‖²) / √2: on circles, a component of the kernel (x·x′)².
    X (n, 2) → (n,), in squared units of X"""
    squares = np.square(X).sum(axis=1)
    return (squares - squares.mean()) / np.sqrt(2)
