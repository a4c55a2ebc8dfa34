"""The parameters of a kernel by name, those of its parts too: how they are read, and how others take their place."""

import dataclasses

from kernelsy19.validation import as_flag


class HasParameters:
    """A frozen dataclass whose fields are its parameters; a field may have parameters of its own."""

    def get_params(self, deep=True):
        """Return the parameters by name; with `deep`, those of the parts as `part__name` too."""
        params = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        if as_flag(deep, "deep"):
            for name, part in list(params.items()):
                if isinstance(part, HasParameters):
                    params |= {f"{name}__{key}": value for key, value in part.get_params().items()}
        return params

    def with_params(self, **changes):
        """Return the kernel with some parameters changed, e.g. `k.with_params(left__gamma=2.0)`.
        ``changes``: new values by name, `part__name` for the parameters of a part → Kernel"""
        own, parts = {}, {}
        for name, value in changes.items():
            head, _, tail = name.partition("__")
            if head not in self.get_params(deep=False):
                raise ValueError(f"{self!r} has no parameter {name!r}; it has {sorted(self.get_params())}.")
            if tail and not isinstance(getattr(self, head), HasParameters):
                raise ValueError(f"{head!r} of {self!r} is not a kernel: it has no parameter {tail!r}.")
            if tail:
                parts.setdefault(head, {})[tail] = value
            else:
                own[head] = value
        kernel = dataclasses.replace(self, **own)
        changed = {head: getattr(kernel, head).with_params(**tails) for head, tails in parts.items()}
        return dataclasses.replace(kernel, **changed)

    def _keep(self, **values):
        """Store checked parameters as plain numbers, while the value is being made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
