"""Environment in which notebooks run, for the build and for the tests alike.

One thread, because sums that threads share out come in another order and end in other digits; and
because small products on many busy cores are slower, not faster.
"""

KERNEL_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}
