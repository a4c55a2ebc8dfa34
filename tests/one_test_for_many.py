"""Many small tests as one: what takes a millisecond is not worth a test of its own, for which pytest takes five."""

import functools
import inspect


def every(arguments, values, name=repr):
    """Make one test of a test of one value (`arguments`, "entry" or "X, message"): it names those that fail."""
    names, values = arguments.split(", "), list(values)
    assert values, f"There is no {arguments} to look at."

    def decorate(test):
        @functools.wraps(test)
        def look_at_all(*others, **fixtures):
            faults = []
            for value in values:
                given = dict(zip(names, value if len(names) > 1 else [value], strict=True))
                try:
                    test(*others, **fixtures, **given)
                except Exception as error:
                    faults.append(f"{name(value)}: {type(error).__name__}: {error}")
            assert not faults, f"{len(faults)} of {len(values)}:\n" + "\n".join(faults)

        signature = inspect.signature(test)
        others = [parameter for parameter in signature.parameters.values() if parameter.name not in names]
        assert len(others) == len(signature.parameters) - len(names), f"{test.__name__} takes no {arguments}."
        look_at_all.__signature__ = signature.replace(parameters=others)
        return look_at_all

    return decorate
