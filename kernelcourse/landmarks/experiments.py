"""Features on landmarks and waves, on other draws than those that chapter 16 shows."""

from kernelcourse.landmarks.draws import compare_features, sets_to_compare


def features_of_other_draws(seed):
    """How far five kinds of features are from the kernel, and fits on them from the exact one, on other draws.
    seed: int, of other points than the chapter's → dict by set, kind and "kernel" or "fit", of shares"""
    found, sets = {}, sets_to_compare(seed + 1)
    for name in ("1500 digits", "8 normals"):
        for kind, (error, off) in compare_features(*sets[name], draws=1).items():
            found[f"{name}, {kind}, kernel"], found[f"{name}, {kind}, fit"] = error, off
    return found
