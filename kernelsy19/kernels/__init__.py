"""Kernels as values, their algebra, and the geometry that kernel values alone give (chapter 01)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.kernels import faster_ways, feature_maps  # which the first kernel that is made loads
    from kernelsy19.kernels.equations import (
        kernel_product, kernel_scaling, kernel_sum, laplacian, lift_to_paraboloid, linear, monomials,
        n_monomials, polynomial, quadratic_features, rbf, sigmoid, six_features, squared_euclidean,
        squares, squares_and_second
    )
    from kernelsy19.kernels.algebra import Constant, Power, Product, Scaled, Sum
    from kernelsy19.kernels.custom import (
        FunctionKernel, Precomputed, as_kernel, default_kernel, is_precomputed, pointwise
    )
    from kernelsy19.kernels.kernel import Kernel
    from kernelsy19.kernels.vector_kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid

__getattr__, __dir__, __all__ = handed_on(__name__)
