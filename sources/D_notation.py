# %% [markdown]
# # D · Notation and glossary
#
# Look up a letter, or a word. The course says things in plain words first; other books and libraries say them in the terms of the field. The glossary leads both ways.
#
# ## From our word to the term
#
# | in this course | elsewhere | symbol | chapter |
# | --- | --- | --- | --- |
# | alignment | dynamic time warping (DTW) | $D(x, y)$ | [14](14_sequence_kernels.ipynb) |
# | alike | similar; the kernel value is a similarity | $K(x, y)$ | [01](01_kernels.ipynb) |
# | at a right angle | orthogonal; orthonormal where all have length 1 | $\langle x, y\rangle = 0$ | [07](07_kernel_pca.ipynb) |
# | axis | principal component, principal direction | $u$ | [07](07_kernel_pca.ipynb) |
# | bend | roughness; the opposite of regularity, smoothness | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | block | mini-batch, chunk | $B$ | [16](16_beyond_n_squared.ipynb) |
# | choose before anything is fitted | hyperparameter | $\gamma$ | [01](01_kernels.ipynb) |
# | cluster | group; partition as a whole | $\mathbf{U}$ | [05](05_c_means.ipynb) |
# | distance of two means | maximum mean discrepancy (MMD) | $\lVert m_x - m_y\rVert$ | [17](17_comparing_two_samples.ipynb) |
# | error bar | posterior standard deviation | $s(x)$ | [18](18_error_bars.ipynb) |
# | feature space | Hilbert space; one of them is the RKHS | $\mathcal{H}$ | [01](01_kernels.ipynb) |
# | few labels | semi-supervised learning |  | [15](15_fisher_kernels.ipynb) |
# | gap | duality gap |  | [03](03_minimum_volume_ball.ipynb) |
# | Gram matrix | kernel matrix | $\mathbf{K}$ | [01](01_kernels.ipynb) |
# | how probable the targets were | marginal likelihood, evidence | $\log p(y)$ | [18](18_error_bars.ipynb) |
# | hyperplane | separating hyperplane, a flat decision boundary; classes that have one are linearly separable | $w,\; b$ | [12](12_perceptron_and_svm.ipynb) |
# | landmark | inducing point, Nyström sample | $Z$ | [16](16_beyond_n_squared.ipynb) |
# | left out | leave-one-out cross-validation |  | [02](02_density.ipynb) |
# | lower bound | dual function | $q(\alpha)$ | [03](03_minimum_volume_ball.ipynb) |
# | mapped point | feature vector, image under the feature map | $\Phi(x)$ | [01](01_kernels.ipynb) |
# | mean of the mapped points | kernel mean embedding | $m_x$ | [17](17_comparing_two_samples.ipynb) |
# | mixture | linear combination | $\sum_i \alpha_i\Phi(x_i)$ | [07](07_kernel_pca.ipynb) |
# | no negative eigenvalue | positive semidefinite, PSD | $\mathbf{K} \succeq 0$ | [01](01_kernels.ipynb) |
# | noise | observation error | $\sigma$ | [09](09_denoising.ipynb) |
# | outlier | anomaly; bounded support vector | $\alpha_i = 1/(\nu n)$ | [03](03_minimum_volume_ball.ipynb) |
# | pre-image | approximate inverse of the feature map | $z$ | [09](09_denoising.ipynb) |
# | price | Lagrange multiplier, shadow price | $\alpha_i$ | [03](03_minimum_volume_ball.ipynb) |
# | price of a unit of squared norm | regularization, ridge, weight decay | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | price of bending | regularization parameter; where it is too low, overfitting | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | probability | posterior probability, calibrated score | $h$ | [11](11_kernel_logistic.ipynb) |
# | prototype | centroid, cluster center | $v_k$ | [05](05_c_means.ipynb) |
# | random feature | random Fourier feature | $\varphi(x)$ | [16](16_beyond_n_squared.ipynb) |
# | random function | Gaussian process | $f$ | [18](18_error_bars.ipynb) |
# | room | slackness; complementary slackness where a product with the price is zero |  | [03](03_minimum_volume_ball.ipynb) |
# | score of a point | gradient of the log-likelihood | $J_\theta(x)$ | [15](15_fisher_kernels.ipynb) |
# | shadow | orthogonal projection | $z_m$ | [07](07_kernel_pca.ipynb) |
# | share of the variance | explained variance ratio |  | [07](07_kernel_pca.ipynb) |
# | shuffle | permutation test | $T_b$ | [17](17_comparing_two_samples.ipynb) |
# | slack | hinge loss of a point, in a support vector machine | $\xi_i$ | [03](03_minimum_volume_ball.ipynb) |
# | source | population, distribution | $P$ | [17](17_comparing_two_samples.ipynb) |
# | start | initialization, seeding |  | [05](05_c_means.ipynb) |
# | step | learning rate, step size | $\eta$ | [11](11_kernel_logistic.ipynb) |
# | strange | anomaly, novelty; to look for it is anomaly detection |  | [03](03_minimum_volume_ball.ipynb) |
# | street | margin | $2/\lVert w\rVert$ | [12](12_perceptron_and_svm.ipynb) |
# | target | positive class | $p$ | [13](13_two_class_svdd.ipynb) |
# | trend and season | additive kernel, structural time series | $k_1 + k_2$ | [18](18_error_bars.ipynb) |
# | update | online learning step | $T$ | [12](12_perceptron_and_svm.ipynb) |
# | width for each column | automatic relevance determination (ARD), anisotropic kernel | $\gamma_j$ | [18](18_error_bars.ipynb) |
# | width of the window | bandwidth, smoothing parameter | $h$ | [02](02_density.ipynb) |
# | window | kernel of a density, Parzen window | $K_h$ | [02](02_density.ipynb) |

# %% [markdown]
# ## From the term to our word
#
# | elsewhere | in this course | symbol | chapter |
# | --- | --- | --- | --- |
# | additive kernel, structural time series | trend and season | $k_1 + k_2$ | [18](18_error_bars.ipynb) |
# | anomaly, novelty; to look for it is anomaly detection | strange |  | [03](03_minimum_volume_ball.ipynb) |
# | anomaly; bounded support vector | outlier | $\alpha_i = 1/(\nu n)$ | [03](03_minimum_volume_ball.ipynb) |
# | approximate inverse of the feature map | pre-image | $z$ | [09](09_denoising.ipynb) |
# | automatic relevance determination (ARD), anisotropic kernel | width for each column | $\gamma_j$ | [18](18_error_bars.ipynb) |
# | bandwidth, smoothing parameter | width of the window | $h$ | [02](02_density.ipynb) |
# | centroid, cluster center | prototype | $v_k$ | [05](05_c_means.ipynb) |
# | dual function | lower bound | $q(\alpha)$ | [03](03_minimum_volume_ball.ipynb) |
# | duality gap | gap |  | [03](03_minimum_volume_ball.ipynb) |
# | dynamic time warping (DTW) | alignment | $D(x, y)$ | [14](14_sequence_kernels.ipynb) |
# | explained variance ratio | share of the variance |  | [07](07_kernel_pca.ipynb) |
# | feature vector, image under the feature map | mapped point | $\Phi(x)$ | [01](01_kernels.ipynb) |
# | Gaussian process | random function | $f$ | [18](18_error_bars.ipynb) |
# | gradient of the log-likelihood | score of a point | $J_\theta(x)$ | [15](15_fisher_kernels.ipynb) |
# | group; partition as a whole | cluster | $\mathbf{U}$ | [05](05_c_means.ipynb) |
# | Hilbert space; one of them is the RKHS | feature space | $\mathcal{H}$ | [01](01_kernels.ipynb) |
# | hinge loss of a point, in a support vector machine | slack | $\xi_i$ | [03](03_minimum_volume_ball.ipynb) |
# | hyperparameter | choose before anything is fitted | $\gamma$ | [01](01_kernels.ipynb) |
# | inducing point, Nyström sample | landmark | $Z$ | [16](16_beyond_n_squared.ipynb) |
# | initialization, seeding | start |  | [05](05_c_means.ipynb) |
# | kernel matrix | Gram matrix | $\mathbf{K}$ | [01](01_kernels.ipynb) |
# | kernel mean embedding | mean of the mapped points | $m_x$ | [17](17_comparing_two_samples.ipynb) |
# | kernel of a density, Parzen window | window | $K_h$ | [02](02_density.ipynb) |
# | Lagrange multiplier, shadow price | price | $\alpha_i$ | [03](03_minimum_volume_ball.ipynb) |
# | learning rate, step size | step | $\eta$ | [11](11_kernel_logistic.ipynb) |
# | leave-one-out cross-validation | left out |  | [02](02_density.ipynb) |
# | linear combination | mixture | $\sum_i \alpha_i\Phi(x_i)$ | [07](07_kernel_pca.ipynb) |
# | margin | street | $2/\lVert w\rVert$ | [12](12_perceptron_and_svm.ipynb) |
# | marginal likelihood, evidence | how probable the targets were | $\log p(y)$ | [18](18_error_bars.ipynb) |
# | maximum mean discrepancy (MMD) | distance of two means | $\lVert m_x - m_y\rVert$ | [17](17_comparing_two_samples.ipynb) |
# | mini-batch, chunk | block | $B$ | [16](16_beyond_n_squared.ipynb) |
# | observation error | noise | $\sigma$ | [09](09_denoising.ipynb) |
# | online learning step | update | $T$ | [12](12_perceptron_and_svm.ipynb) |
# | orthogonal projection | shadow | $z_m$ | [07](07_kernel_pca.ipynb) |
# | orthogonal; orthonormal where all have length 1 | at a right angle | $\langle x, y\rangle = 0$ | [07](07_kernel_pca.ipynb) |
# | permutation test | shuffle | $T_b$ | [17](17_comparing_two_samples.ipynb) |
# | population, distribution | source | $P$ | [17](17_comparing_two_samples.ipynb) |
# | positive class | target | $p$ | [13](13_two_class_svdd.ipynb) |
# | positive semidefinite, PSD | no negative eigenvalue | $\mathbf{K} \succeq 0$ | [01](01_kernels.ipynb) |
# | posterior probability, calibrated score | probability | $h$ | [11](11_kernel_logistic.ipynb) |
# | posterior standard deviation | error bar | $s(x)$ | [18](18_error_bars.ipynb) |
# | principal component, principal direction | axis | $u$ | [07](07_kernel_pca.ipynb) |
# | random Fourier feature | random feature | $\varphi(x)$ | [16](16_beyond_n_squared.ipynb) |
# | regularization parameter; where it is too low, overfitting | price of bending | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | regularization, ridge, weight decay | price of a unit of squared norm | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | roughness; the opposite of regularity, smoothness | bend | $\lambda$ | [10](10_kernel_ridge.ipynb) |
# | semi-supervised learning | few labels |  | [15](15_fisher_kernels.ipynb) |
# | separating hyperplane, a flat decision boundary; classes that have one are linearly separable | hyperplane | $w,\; b$ | [12](12_perceptron_and_svm.ipynb) |
# | similar; the kernel value is a similarity | alike | $K(x, y)$ | [01](01_kernels.ipynb) |
# | slackness; complementary slackness where a product with the price is zero | room |  | [03](03_minimum_volume_ball.ipynb) |

# %% [markdown]
# ## Words of the field that we use as they are
#
# | word | in one line | chapter |
# | --- | --- | --- |
# | bias | how far an estimate is off on average | [02](02_density.ipynb) |
# | biased, unbiased | off on average, or not | [17](17_comparing_two_samples.ipynb) |
# | Cauchy–Schwarz inequality | no dot product is larger than the product of the two lengths | [01](01_kernels.ipynb) |
# | characteristic | of a kernel: different distributions have different means | [17](17_comparing_two_samples.ipynb) |
# | clustering | to sort points into groups that nobody has named | [05](05_c_means.ipynb) |
# | curse of dimension | the more variables, the more points it takes to say the same | [02](02_density.ipynb) |
# | degrees of freedom | how many numbers a fit is as free to choose as | [10](10_kernel_ridge.ipynb) |
# | diagonal dominance | each point is like itself and like no other | [14](14_sequence_kernels.ipynb) |
# | eigenfunctions | what a kernel only stretches, as a matrix its eigenvectors | [01](01_kernels.ipynb) |
# | elbow | where a falling curve stops falling steeply | [05](05_c_means.ipynb) |
# | false alarm | an ordinary point that is called strange | [04](04_one_class_svm.ipynb) |
# | Fisher information | how strongly the scores vary | [15](15_fisher_kernels.ipynb) |
# | generalized cross-validation | leaving one out, with each point's leverage replaced by the mean | [10](10_kernel_ridge.ipynb) |
# | global alignment kernel | the sum over all alignments of two sequences | [14](14_sequence_kernels.ipynb) |
# | greedy | the point of which most is left comes next | [16](16_beyond_n_squared.ipynb) |
# | isolation forest | a point is strange if few random cuts set it apart | [04](04_one_class_svm.ipynb) |
# | Isomap | components of the distances along the data | [08](08_kernel_pca_at_work.ipynb) |
# | k-means++ | starts that are drawn far from each other | [05](05_c_means.ipynb) |
# | Karush–Kuhn–Tucker (KKT) conditions | what holds at an optimum under constraints | [03](03_minimum_volume_ball.ipynb) |
# | kernel methods | methods that see the data through kernel values alone | [00](00_start_here.ipynb) |
# | kernel ridge regression | ridge regression in feature space | [10](10_kernel_ridge.ipynb) |
# | kernel smoother | a mean with kernel values as weights | [E](E_what_became_of_kernels.ipynb) |
# | kernel trick | to compute in feature space without ever going there | [12](12_perceptron_and_svm.ipynb) |
# | KKT residual | by how much the optimality conditions are violated | [03](03_minimum_volume_ball.ipynb) |
# | Kullback-Leibler divergence | how much surprise a wrong density adds on average | [15](15_fisher_kernels.ipynb) |
# | label spreading | neighbors hand their labels on | [15](15_fisher_kernels.ipynb) |
# | least-squares support vector machine | kernel ridge regression of the labels with an intercept | [10](10_kernel_ridge.ipynb) |
# | leave-one-out likelihood | how likely each point is by the density of the others | [02](02_density.ipynb) |
# | median heuristic | the width at which half of the pairs are near | [17](17_comparing_two_samples.ipynb) |
# | Mercer's theorem | a kernel as a sum over its eigenfunctions | [01](01_kernels.ipynb) |
# | moments | the means of the powers | [17](17_comparing_two_samples.ipynb) |
# | monomial | a product of powers of the coordinates | [01](01_kernels.ipynb) |
# | Moore and Aronszajn | each kernel has one space of functions that it reproduces | [01](01_kernels.ipynb) |
# | nearest mean | a point goes to the class whose mean is nearest | [01](01_kernels.ipynb) |
# | nearest neighbor | a point goes to the class of the point that is most like it | [14](14_sequence_kernels.ipynb) |
# | neural tangent kernel | the kernel of a very wide network of which all layers are trained | [E](E_what_became_of_kernels.ipynb) |
# | Newton's method | the parabola that fits best at the present place tells the next | [11](11_kernel_logistic.ipynb) |
# | novelty detection | to tell the strange from the ordinary with examples of the ordinary alone | [02](02_density.ipynb) |
# | Nyström's approximation | the kernel that products of landmark features make | [16](16_beyond_n_squared.ipynb) |
# | one against one | a machine for each pair of classes | [12](12_perceptron_and_svm.ipynb) |
# | one-class SVM | a hyperplane that keeps most points away from the origin; for the Gaussian kernel the minimum-volume ball | [04](04_one_class_svm.ipynb) |
# | operator | a linear map from vectors to vectors, as a matrix is one, in a space of any dimension | [07](07_kernel_pca.ipynb) |
# | parametric, nonparametric | with a fixed number of unknowns, or with as many as there are points | [02](02_density.ipynb) |
# | pass | one look at all blocks | [16](16_beyond_n_squared.ipynb) |
# | plug-in | an unknown in a formula is replaced by an estimate | [02](02_density.ipynb) |
# | power | how often a test finds a difference that is there | [17](17_comparing_two_samples.ipynb) |
# | principal component analysis | the directions in which the data spread the most | [07](07_kernel_pca.ipynb) |
# | prior | what is believed before anything is measured | [18](18_error_bars.ipynb) |
# | random Fourier features | cosines and sines of random frequencies | [16](16_beyond_n_squared.ipynb) |
# | RBF kernel | the Gaussian kernel, exp(−γ‖x − y‖²) | [01](01_kernels.ipynb) |
# | reconstruction error | what is lost if only the first components are kept | [07](07_kernel_pca.ipynb) |
# | representer theorem | the best function is a sum of kernels at the data | [10](10_kernel_ridge.ipynb) |
# | reproducing kernel Hilbert space | the functions that a kernel spans, with their lengths | [10](10_kernel_ridge.ipynb) |
# | residuals | what a fit leaves of the values | [16](16_beyond_n_squared.ipynb) |
# | ridge regression | least squares with a price on the weights | [10](10_kernel_ridge.ipynb) |
# | robust covariance | a covariance from the points that lie closest together | [04](04_one_class_svm.ipynb) |
# | RPCholesky | landmarks drawn by what the others leave of each point | [16](16_beyond_n_squared.ipynb) |
# | Scott's rule | Silverman's rule without the factor in front | [02](02_density.ipynb) |
# | self-training | a classifier learns from its own surest answers | [15](15_fisher_kernels.ipynb) |
# | sequential minimal optimization | two weights move at a time | [03](03_minimum_volume_ball.ipynb) |
# | Silverman's rule | the width that would be best for one Gaussian | [02](02_density.ipynb) |
# | spectral clustering | c-means in the components of a graph of neighbors | [06](06_kernel_c_means.ipynb) |
# | spectrum kernel | the dot product of the counts of all short substrings | [14](14_sequence_kernels.ipynb) |
# | stochastic gradient descent | a step for each point, in random order | [11](11_kernel_logistic.ipynb) |
# | strictly positive definite | each Gram matrix of distinct points has only positive eigenvalues | [01](01_kernels.ipynb) |
# | strong duality | the primal and the dual have the same value | [03](03_minimum_volume_ball.ipynb) |
# | support vector data description | the minimum-volume ball, with or without a second class | [13](13_two_class_svdd.ipynb) |
# | support vectors | the points whose weight is not 0 | [03](03_minimum_volume_ball.ipynb) |
# | surprise | −log p(x), in nats | [15](15_fisher_kernels.ipynb) |
# | Vapnik's principle | do not solve a harder problem on the way to an easier one | [02](02_density.ipynb) |
# | VC dimension | the largest number of points that can be split in every way | [08](08_kernel_pca_at_work.ipynb) |
# | Wolfe dual | the problem of the multipliers | [03](03_minimum_volume_ball.ipynb) |
# | Woodbury | an inverse of a large matrix by that of a small one | [10](10_kernel_ridge.ipynb) |
# | working sample | the points that a ball is fitted to before all others are looked at | [16](16_beyond_n_squared.ipynb) |
# | ε-insensitive loss | errors of at most ε cost nothing | [12](12_perceptron_and_svm.ipynb) |
# | ν-property | ν lies between the shares of outliers and of support vectors | [04](04_one_class_svm.ipynb) |

# %% [markdown]
# ## Notation
#
# The sources use different letters for the same things. The course writes them as in these two tables, in the text and in the code. The letters of the first table mean the same in every chapter, unless the second says otherwise.

# %% [markdown]
# | symbol | in code | meaning |
# | --- | --- | --- |
# | $x_1, \dots, x_n$; $n,\; p$ | `X`, shape `(n, p)` | the data: $n$ points of $p$ variables, one per row |
# | $x,\; y,\; x_0$ | | any point, and any other one |
# | $y_i,\; y$ | `y` | what is known of point $i$ beside its variables: a class, mostly $\pm1$, or a number |
# | $K(x, y)$, $k(x, y)$ | `k(X, Y)` | kernel value of two points; $k$ in chapters 10, 16 and 18 |
# | $\mathbf{K},\; K_{ij}$ | `K = k(X)`, shape `(n, n)` | Gram matrix, $K_{ij} = K(x_i, x_j)$; a tilde, as in $\tilde{\mathbf{K}}$, where it is centered or normalized |
# | $\Phi(x)$ | `Phi`, shape `(n, D)` | mapped point, where it has $D$ coordinates |
# | $\mathcal{H}$ | | feature space, where $\Phi(x)$ lives |
# | $\gamma$ | `gamma` | inverse width of a Gaussian or Laplacian kernel, slope of a polynomial |
# | $f(x) = \langle w, \Phi(x)\rangle + b$ | `f`, `w`, `b` | score of a point; where it is a plane, $w$ is its normal vector and $b$ its offset |
# | $g(x)$ | | what is decided about a point |
# | $R,\; c$ | `R2` is $R^2$ | radius and center of a ball |
# | $\xi_i$ | `xi` | slack: by how much point $i$ is on the wrong side |
# | $\nu$ | `nu` | share of points that a ball or a plane may leave outside |
# | $C$ | `C` | price of a unit of slack |
# | $\alpha_i,\; \beta_i$ | `alpha`, `beta` | multipliers, and the weights of points that they become |
# | $L,\; L_D$ | `lagrangian`, `dual_objective` | Lagrangian, and its lowest value for given weights |
# | $\lambda,\; \lambda_m$ | `lam`, `eigenvalues` | price of a squared norm; with a number, an eigenvalue |
# | $i, j, k, l, m$ | | they count points, variables, clusters and components |
# | $\mathbf{I},\; \mathbf{1},\; \mathbf{X}$ | | identity matrix, a vector of ones, and the data as a matrix |
# | $P,\; E$ | | probability, and mean over all that may happen |
# | $\hat f,\; \bar x$ | | a hat is an estimate, a bar is a mean |
#
# These belong to single chapters.
#
# | chapter | symbol | in code | meaning |
# | --- | --- | --- | --- |
# | 1 | $m,\; m_+,\; n_+$ | `m` | mean of mapped points, that of one class, and how many points this class has |
# | 1 | $f(x),\; t$ | `score` | how much nearer $x$ is to one mean than to another, and the height of a plane |
# | 1 | $d,\; r$ | `degree`, `offset` | degree and offset of a polynomial |
# | 1 | $\mathbf{V},\; \mathbf{\Lambda},\; \phi_m$ | | eigenvectors and eigenvalues of a Gram matrix, and the features that they make |
# | 1 | $z,\; \mathbf{A},\; c,\; \lVert\cdot\rVert_F$ | `z` | numbers that weigh points, any matrix without a negative eigenvalue, a factor, and the root of the sum of all squared entries |
# | 2 | $X,\; \mathcal{R},\; V,\; I(\dots)$ | `volume` | a point that is drawn, a region and its volume, and a number that is 1 where a statement holds and 0 elsewhere |
# | 2 | $f,\; h,\; \mathbf{H}$ | `bandwidth` | a density, the width of its window, and a matrix of widths |
# | 2 | $H(u),\; \phi(u),\; K_h$ | | the windows: a cube, a Gaussian, and a Gaussian of width $h$ |
# | 2 | $c,\; \rho,\; c_s,\; s$ | | threshold of a density, the share of the data that it may reject, and the level above which a share $s$ lies |
# | 2 | $\ell,\; w_{ij}$ | | log-likelihood of points that are left out in turn, and weights of pairs in it |
# | 2 | $\sigma_j,\; \mathbf{S}$ | | standard deviation of a variable, and covariance matrix |
# | 2 | $\Psi,\; \psi_r,\; g,\; e_i$ | | curvature of a density, its estimate for the order $r$ of derivatives, the pilot bandwidth, and a step of 1 in the order of variable $i$ |
# | 2 | $a,\; \Gamma,\; m$ | `side` | side of a cube, the Gamma function; the order of a derivative, and in the last section a mean of mapped points |
# | 3 | $z,\; f(z),\; q(\alpha)$ | `z` | all that is looked for, what it costs, and the lower bound that a price $\alpha$ gives |
# | 3 | $u,\; w,\; v(u)$ | `u`, `v` | by how much constraints are relaxed ($w$ is a second such relaxation), and what the best ball costs then |
# | 3 | $\rho,\; e_i,\; d_i^2$ | `rho`, `e`, `d2` | $R^2$ as an unknown, what exceeds (3a) at a point, and squared distance to the center |
# | 3 | $\mathcal{R},\; X,\; \mu$ | | region of the plane, a point that is drawn, and the probability with which it has to fall into the region |
# | 3, 12 | $\mathbf{Q},\; \mathbf{p}$ | `Q`, `p` | matrix and vector of the quadratic program that the solver solves |
# | 3, 4 | $\kappa$ | `kappa` | the value of $K(x, x)$, where it is the same for all points |
# | 4 | $w,\; \rho,\; \eta,\; I(\dots)$ | `w`, `rho`, `eta` | normal vector and offset of a plane, and the threshold of a mean of kernel values; 1 where a statement holds |
# | 5, 6 | $c,\; \mathbf{U},\; u_{ik}$ | `U` | number of clusters, and membership of point $i$ in cluster $k$ |
# | 5, 6 | $v_k,\; n_k$ | `V`, `sizes` | prototype of cluster $k$, and how many points it has |
# | 5 | $\mathbf{V},\; d_{ik},\; m_k$ | `V` | all prototypes, the distance of point $i$ from prototype $k$, and the mean of cluster $k$ |
# | 5, 6 | $J$ | `criterion` | sum of all squared distances of points from their prototypes |
# | 5, 6 | $\mu_k,\; C_k,\; S_i$ | | as AML writes it: mean and members of a cluster, and the cluster of point $i$ |
# | 5 | $k(i),\; \mathcal{I}(v_k)$ | `labels`, `inertia` | the cluster of point $i$, and the part of $J$ that a prototype pays for |
# | 5 | $a,\; b$ | | the cluster that a point leaves, and the one that it joins |
# | 6 | $w_{ik},\; \mathbf{W},\; \mathbf{Z}$ | `W`, `Z` | weight of point $i$ in prototype $k$, and the partition scaled to columns of length 1 |
# | 6 | $s_j,\; m,\; \boldsymbol{\alpha}$ | | points of a sample, their number, and their weights in the prototypes |
# | 6 | $r,\; \varphi$ | | it counts points, too; as AML writes it, $\Phi$ |
# | 7, 8 | $\lambda$ and $n\lambda$ | `variances`, `eigenvalues` | eigenvalue of the covariance matrix, and that of the Gram matrix |
# | 7 | $\mathbf{S},\; u,\; \alpha,\; \mathbf{U}$ | `S`, `u`, `alpha`, `U` | covariance matrix, an axis, its coefficients, and several axes |
# | 7, 8 | $z_m$ | `projections` | coordinate along axis $m$ |
# | 7 | $t_i$ | | all coordinates of point $i$ |
# | 7 | $\mathbf{J},\; R(v)$ | `J` | matrix that centers, and the variance along any direction $v$ |
# | 8 | $r,\; t,\; h_i,\; \sigma$ | `sigma` | polar coordinates, points that come in pairs with their negatives, and the standard deviation of a smoothing, in pixels |
# | 8 | $d_{ij},\; d,\; q$ | | distance of two points; degree of a polynomial, and the number of components that are kept |
# | 9 | $u^m,\; \alpha,\; q,\; P$ | `alpha`, `q` | axis $m$, its coefficients, how many axes are kept, and the projection on these |
# | 9 | $\zeta_m,\; w_i,\; z$ | `projections`, `w`, `z` | coordinates along the axes, weights of points in a projection, and a candidate for a pre-image |
# | 9 | $D(z),\; C(z),\; \sigma$ | `D`, `C`, `sigma` | the denominator of a step, how strongly $\rho$ can bend, and the standard deviation of noise |
# | 9 | $\rho(z),\; \eta,\; \mathbf{B},\; b_i$ | `rho` | squared distance of a candidate, and the price and coefficients of a map that is learned |
# | 10 | $\alpha,\; \beta,\; J$ | `alpha`, `beta` | dual and primal variables, and what both minimize |
# | 10 | $\Lambda_m,\; v_m$ | `eigenvalues` | eigenvalues and eigenvectors of the Gram matrix |
# | 10 | $\ell,\; r,\; \mathbf{G},\; G_{ii},\; \mathbf{S}$ | `inverse_diagonal` | a loss, a residual, and the matrices that make the dual variables $\mathbf{G}y$ and the fitted values $\mathbf{S}y$ |
# | 10 | $g,\; z_j,\; c_j$ | | another function, its points and its coefficients |
# | 10 | $\mathbf{A},\; \mathbf{U},\; \mathbf{C},\; \mathbf{V}$ | | any matrices that fit together |
# | 11 | $h,\; \theta_i,\; m$ | `theta` | a probability, the coefficients of $f(x) = \sum_i\theta_iK(x_i, x)$, and the number of points |
# | 11 | $t_i,\; r_i,\; s_i$ | `t`, `r`, `s` | the class as ±1, a residual, and the slope of the tangent at point $i$ |
# | 11 | $J,\; P,\; D$ | `primal`, `dual` | mean loss, objective with its price, and the lower bound of the latter |
# | 11 | $\mathbf{W},\; W_{ii},\; \eta,\; X$ | `W` | how much the loss of each point bends, the length of a step, and the data as a matrix |
# | 12 | $F(x),\; a_i,\; T$ | `counts`, `updates` | the perceptron's decision, how often it missed a point, and its updates in all |
# | 12 | $\delta,\; u,\; \tilde\Phi,\; R$ | `delta` | how clearly a hyperplane separates two classes, its normal vector, mapped points with a 1 as one more coordinate, and the largest length of these |
# | 12 | $\beta_i,\; \varepsilon$ | `beta`, `epsilon` | in a regression, the signed weight of a point and half the width of the tube |
# | 12 | $d_i,\; v$ | | distance of a point from the middle, and the factors of the classes in the price $C$ |
# | 13 | $p,\; q,\; d^2_{(q)}$ | `p` | number of targets, and which of the squared distances from the center, in order, is $R^2$ |
# | 13 | $\rho,\; \alpha'_i,\; \mathbf{G},\; \mathbf{e}$ | `rho`, `signed` | $R^2 - \lVert c\rVert^2$, the signed weight $y_i\alpha_i$; AML's letters for the Gram matrix and for a vector of ones |
# | 13 | $x_v$ | | a point on the surface |
# | 14 | $D(x, y),\; p,\; q$ | `D` | what the cheapest alignment of two sequences costs, and their lengths |
# | 14 | $v(s),\; w(s),\; C_{ij}$ | `v`, `w`, `C` | the elements that stand beside each other at step $s$ of an alignment, and what two elements cost |
# | 14 | $\kappa,\; \sigma,\; \chi,\; M$ | `kappa`, `sigma` | similarity of two elements, its width, the Gaussian of which it is made (in the catalogue $e$), and the table of sums |
# | 14 | $\varphi_u,\; t,\; r$ | `t`, `r` | how often the string $u$ occurs, how fast $e^{-tD}$ falls, and which root of a kernel is taken |
# | 15 | $p(x),\; \theta,\; J_\theta(x),\; I(\theta)$ | `J`, `I` | a density, its parameters, score of a point and information of the density |
# | 15 | $\delta,\; \eta,\; A,\; O$ | `A` | a small change of the parameters, other parameters, the matrix of derivatives of the first in the second, and the order of what is left out |
# | 15 | $N,\; \mu,\; \sigma,\; z$ | `z` | normal density, its mean and standard deviation, and a standardized variable, $z = (x - \mu)/\sigma$ |
# | 15 | $w_k,\; a_k,\; r_k(x),\; M$ | `w`, `logits`, `r` | weight of a component of a mixture, its logit, $w_k = e^{a_k}/\sum_l e^{a_l}$, its posterior, and the information of the logits where components are apart |
# | 16 | $X,\; Z,\; z,\; m,\; \mathbf{R}$ | `X`, `Z`, `m`, `R` | all points, landmarks, one of them, their number, and the triangular matrix with $\mathbf{R}^\top\mathbf{R} = k(Z, Z)$ |
# | 16 | $\varphi(x),\; \varphi_i,\; \mathbf{F},\; \mathbf{C}$ | `features`, `F` | features of a point, of point $i$ and of all points, and the kernel values $k(X, Z)$ |
# | 16 | $\mathbf{E},\; s,\; \ell$ | `E`, `left` | what is left of $\mathbf{K}$, the point that becomes a landmark, and its scaled column |
# | 16 | $\omega_j,\; r_j,\; q_j,\; \chi_p$ | `omega` | a random frequency, its length and direction, and the distribution of the length |
# | 16 | $B,\; g(x)$ | `b`, `blocks` | a block of rows, and what is added up over them |
# | 16 | $t_i,\; \mu_i,\; A$ | `t` | class as ±1, probability of that class, and the points inside the margin |
# | 16 | $\mathbf{S},\; v_k,\; r_s$ | | covariance matrix of the features, a prototype, and the residual of a fit at point $s$ |
# | 16 | $\mathbf{P},\; h_i,\; a_i$ | | in a proof, the projection on the mapped landmarks, what of a mapped point sticks out, and any numbers |
# | 17 | $x_i,\; y_j,\; n,\; m,\; m_x,\; m_y$ | `X`, `Y` | points of two samples, how many there are, and their means in feature space |
# | 17 | $f,\; g,\; z$ | `witness` | the witness $m_x - m_y$, any function of the feature space, and a place or a point of either sample |
# | 17 | $P,\; Q,\; \mu_P,\; M_j$ | | two sources, the mean of one in feature space, and its moment of order $j$ |
# | 17 | $u_i,\; v_i,\; a_i,\; C_j$ | | in a proof, weights of two distributions, the places that have them, and a number that only the places decide |
# | 17 | $d,\; r$ | `degree`, `offset` | degree and offset of a polynomial |
# | 17 | $T_b,\; B,\; p,\; \alpha$ | `permuted`, `permutations`, `p_value` | MMD² after a shuffle ($T_0$: as the samples came), how many shuffles there are, p-value, and level of a test |
# | 17 | $S_x,\; S_{xy},\; t_x$ | | sums of kernel values within a sample and across, and of a point and itself |
# | 18 | $k_x,\; s(x),\; \tau,\; \hat\tau,\; p(y)$ | `scale` | kernel values of a place with the points, the error bar there, a scale of the kernel and the likeliest, and the density of the targets |
# | 18 | $z,\; \mathbf{G},\; \mathbf{P},\; \mu$ | | a new place; inverse of the covariance of the targets; covariance and mean of $f$ at new places, once the targets are known |
# | 18 | $a,\; a^\star,\; \theta,\; \mathbf{D}$ | `theta`, `D` | weights of the targets, the best of them, a number that the covariance of the targets depends on, and its derivative |
# | 18 | $k_1,\; k_2,\; f_1,\; f_2,\; \gamma_j,\; T$ | `gamma`, `period` | kernels and functions that add up, the inverse width of a column, and a period |
# | 18 | $x_*,\; y_*,\; t_n,\; b,\; b_0$ | `band_factor` | a new place and its target, Student's $t$, an error bar with noise, and an intercept |
