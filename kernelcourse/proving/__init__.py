"""How a derivation is written, evaluated and shown: each line is of one of five kinds, and is checked by numbers."""
