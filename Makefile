# The whole course from two commands: `make lab` and `make test`. `make` alone lists the rest, which stands in tools/run.py.

.NOTPARALLEL:
.DEFAULT_GOAL := help
SHELL := /bin/sh
RUN = @python=$$(sh tools/find_python) && exec "$$python" tools/run.py

.PHONY: help FORCE
help:
	$(RUN)

Makefile: ;
FORCE:

%: FORCE
	$(RUN) $@
