# %% [markdown]
# # B · Index of equations
#
# Every equation of the course: its key, what it says, the function that is it, the lines of derivations that check it, and the chapter that derives it. The table is
# generated from the catalogue, the library and the derivations; where it says "a test", the equation is a definition that the test suite checks against an independent computation.
#
# In any notebook `equations.show("SY19-9c")` opens the equation with its code.

# %%
from kernelcourse.index import equation_index

equation_index()
