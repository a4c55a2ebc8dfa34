"""Why an answer is wrong: what explains all of it is said, the first of these that does.

`Exercise.judge` asks in this order, and each sees answers only, never the code that gave them:

1. `known_mistakes`: those that the exercise lists, each with a hint of its own; also two of them, each on its problems.
2. `wrong_terms`: a term that is lost, alien or of another sign, where the exercise names the terms of its sum.
3. `general_mistakes`: a sign, a factor, a power, a length too many. It asks `wrong_argument` (arguments exchanged,
   squared, transposed, a point too few) and `wrong_entries` (one row, one class, another order).
4. `two_mistakes`: a known mistake and a general one, or another known one in each part.
"""
