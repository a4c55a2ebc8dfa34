"""Beyond n²: landmarks, random features, and sums over blocks on one machine or many (chapter 16)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.landmarks.equations import (
        add, covariance_from_sums, dual_residual, fourier_features, frequencies, gap_of_all, hinge_sums,
        landmark_features, lloyd_sums, newton_sums, normal_sums, nystrom, pivot_probabilities, pivot_step,
        ridge_from_sums, trace_left
    )
    from kernelsy19.landmarks.plain import Choice, plain_rpcholesky
    from kernelsy19.landmarks.ball_over_blocks import BlockBall, fit_ball
    from kernelsy19.landmarks.blocks import n_workers, pass_time, reduce
    from kernelsy19.landmarks.fits_over_blocks import (
        DualResidual, LandmarkCMeans, LandmarkClassifier, LandmarkPCA, LandmarkRidge, check_ridge,
        fit_c_means, fit_classifier, fit_density, fit_pca, fit_ridge
    )
    from kernelsy19.landmarks.solve import (
        FeatureError, FourierMap, LandmarkMap, choose, feature_error, fourier_map, landmark_map,
        sample_of, trace_error
    )
    from kernelsy19.landmarks.estimator import Nystroem, RandomFourierFeatures

__getattr__, __dir__, __all__ = handed_on(__name__)
