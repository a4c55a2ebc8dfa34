"""How it is fast. This is the map: which file for which idea, who calls whom, what it saves.

The engine knows arrays, and no chapter. What solves a problem reaches it through the `solve.py` of a room, beside which
`plain.py` says the same in the plain way; appendix C shows the ideas at work. A *ratio* is a peer's time over ours, the
mean of all sizes in `benchmarks/results.md`, by the name of its row; a count is of 2000 normal points of the plane,
with γ = 0.5.

**One way to K.** A provider gives entries, rows and products of K, and declares what is known of it: that is the
protocol, and it stands below the engine, in `kernelsy19.gram`, as what an answer has to show before it is called right
does in `kernelsy19.certificates`. `providers` are made of another one: rows that are kept, other units. `rbf_provider`
is the one whose values come from `rbf_blocks`.
    kernels -> rbf_provider; rbf_provider -> rbf_blocks

**A grid is a product, and tiles stay in the cache.** `rbf_blocks` has kernel values and their weighted sums, in tiles,
and by coordinates on a grid; `rbf_loop` is its compiled loop, `rbf_without_loop` the same in NumPy.
    kernels, density -> rbf_blocks; rbf_blocks -> rbf_loop, rbf_without_loop
    decision function, grid: ratio 179; Parzen density, grid: ratio 266; Gram matrix, RBF: ratio 3.94
    400 exponentials in the place of 40,000 for each point that is summed over a grid of 200 by 200

**Most of K is never needed.** `smo` is the one solver of quadratic programs with a box: two variables move at a time,
then all that are free; `smo_passes` says which take part in a pass, `smo_loop` is the compiled pass. The ball for two
classes asks by way of that for one. `duals` is the door of all of them.
    ball -> duals; duals -> smo; one_class, svm -> smo; smo -> smo_passes; smo_passes -> smo_loop
    one-class SVM, fit: ratio 3.8; soft-margin SVM, dual: ratio 4.38; two-class SVDD, general QP: ratio 143
    a tenth of the points has weight where ν is 0.1; where it is 0.5, our start leaves 203 iterations of 689

**A smooth kernel has few directions.** `low_rank` takes the rows that tell the others (pivoted Cholesky); `eigen` finds
the largest eigenvalues from them, from products (`krylov`) or from the whole matrix (`tridiagonal`), and proves that
none is missing.
    pca -> eigen; eigen -> low_rank, krylov, tridiagonal; kernel_cmeans, landmarks -> low_rank
    kernel PCA, fit: ratio 2.75; kernel c-means, 10 starts: ratio 33.7
    some 250 of 2000 rows tell all others to 1e-13 of the trace; by coordinates, some two dozen

**One factor serves all.** `ridge_systems` solves (K + λI)α + b1 = y, by a factor for one λ and by eigenvectors for all;
`newton` does the steps of logistic regression with a rough factor, and judges them by K itself.
    ridge -> ridge_systems; ridge_systems -> eigen, low_rank; logistic -> newton; newton -> low_rank
    kernel ridge, fit: ratio 2.65; kernel logistic regression, fit: ratio 7.4
    kernel ridge, leave-one-out grid: ratio 3.3e+03, for all λ at once

**Sixteen tables at a time.** `alignments` aligns sequences of nearly the same length side by side; `alignment_loop` is
its compiled loop.
    sequences -> alignments; alignments -> alignment_loop
    DTW, all pairs: ratio 89.3; global alignment, all pairs: ratio 56.9

**For all of them.** `threads`: one on small problems, all on large ones. `compilation`: whether numba works here, and
the way without it; `warmup` compiles ahead.
`interior_point`: any small quadratic program with its multipliers, slowly; proofs are evaluated on it.
"""
