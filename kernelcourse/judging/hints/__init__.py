"""What went wrong: a wrong answer is explained by the first of these that explains all of it.

The order is that of `Exercise._hint_of_slip`, and nothing is asked of the reader's code but its answers:

known_mistakes    mistakes that an exercise lists, each with its own hint
"""
