"""Interactive figures: controls above, one picture below that follows them, and a text that says what it shows.

Explorers are imported when asked for: `explorers.BallExplorer()`.
"""

import importlib

_MODULES = {
    "BallExplorer": "ball",
    "CMeansStepper": "cmeans",
    "DenoisingExplorer": "denoising",
    "Explorer": "base",
    "FeatureMapExplorer": "kernels",
    "KernelCMeansExplorer": "cmeans",
    "KernelExplorer": "kernels",
    "KernelPCAExplorer": "pca",
    "NuPropertyExplorer": "one_class",
    "ParzenExplorer": "density",
    "SMOStepper": "ball",
    "SpiralsExplorer": "spirals",
    "Walk": "walk",
}

__all__ = sorted(_MODULES)


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__():
    return __all__
