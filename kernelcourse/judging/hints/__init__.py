"""Why an answer is wrong: what explains all of it is said, the first of these that does.

`Exercise.judge` asks in this order, and each sees answers only, never the code that gave them. Where answers are so
coarse that two mistakes may give the same (words, yes or no, labels, whole numbers, a choice), those to the problems
of two more seeds are asked about, too.

1. `known_mistakes`: those of the exercise, in the order of its room's ``hints.toml``, with the families that it names
   (``families.toml``: what many exercises share, such as a price); also two of them, each on its problems. `..checks`
   says how one is written.
2. `wrong_shape`: an answer of another form in which what is asked for stands: transposed, on a diagonal, as a sum, with
   the parts exchanged (``families.toml``, too). Of what has the right form:
3. `wrong_terms`: a term that is lost, alien or of another sign, where the exercise names the terms of its sum.
4. `general_mistakes`: a sign, a factor, a power, a length too many, first in the one column that is wrong. It asks
   `wrong_argument` (arguments exchanged, squared, transposed, a point too few) and `wrong_entries` (one row, one class,
   another order).
5. `two_mistakes`: a known mistake and a general one, or another known one in each part.
"""
