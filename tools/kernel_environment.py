"""Environment in which notebooks run, for the build and for the tests alike.

One thread, because sums that threads share out come in another order and end in other digits; and
because small products on many busy cores are slower, not faster. One seed for the problems of all
checks, because what a check says of a wrong answer shows the problem that it fails on.
"""

KERNEL_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "KERNELSY19_SEED": "0",
}
