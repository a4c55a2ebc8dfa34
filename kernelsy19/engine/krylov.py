"""Lanczos's method with full orthogonalization, and the proof that it missed no eigenvalue."""

import numpy as np
from scipy.linalg.lapack import dstevd

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny

# Points up to which a product costs little beside finding the Ritz values: then more steps are made between two looks.
CHEAP_PRODUCT_UP_TO = 1000


def norm_shows_all(krylov, squared_norm, t):
    """Whether ‖K̃‖² leaves no room for an eigenvalue above t besides those of T = QᵀK̃Q.

    In a basis that starts with Q, K̃ is [[T, B], [Bᵀ, C]] with ‖C‖² = ‖K̃‖² − ‖T‖² − 2‖B‖², and B has a single
    column that is not 0, of length β. By Sylvester's law of inertia K̃ − t has as many positive eigenvalues as T −
    t and C − t + Bᵀ(t − T)⁻¹B together, and the latter has none if ‖C‖ + Σᵢ rᵢ²/(t − θᵢ) < t, with rᵢ the residuals
    of the Ritz values θᵢ."""
    theta, residuals = krylov.ritz_values, krylov.residuals
    if t <= 0 or (theta == t).any():
        return False
    rounding = len(theta) * EPS * squared_norm
    rest = squared_norm - np.square(theta).sum() - 2 * krylov.beta**2
    coupling = (np.square(residuals) / (t - theta)).sum()
    return bool(np.sqrt(max(rest, 0) + rounding) + max(coupling, 0) < t)


def chance_of_more(n, steps, top, limit):
    """A bound of the probability that a PSD matrix has an eigenvalue above a limit that Lanczos's method did not
    see.
    n: int, its size; steps: int, k, from a start drawn evenly from all directions; top: float, the largest Ritz
    value that they saw → float, 1.648 √n exp(−√ε (2k − 1)) with top = (1 − ε) limit

    Kuczyński and Woźniakowski (1992), for the largest eigenvalue whatever the others are, repeated or not."""
    if not 0 <= top < limit:
        return 1.0
    return min(1.0, 1.648 * n**0.5 * float(np.exp(-((1 - top / limit) ** 0.5) * (2 * steps - 1))))


class Krylov:
    """An orthonormal basis Q of v, Kv, K²v, … and the products KQ, with the Ritz values θ of T = QᵀKQ.

    Each new vector is made orthogonal to all others, so that Q is orthonormal to rounding and no eigenvalue appears
    in copies; where the basis is full, its best Ritz vectors start the next (Wu & Simon 2000). A product of K and
    one vector reads half of K; a block of vectors would need fewer products, but each is dearer by more."""

    def __init__(self, product, n, n_wanted):
        self.product, self.n, self.rng = product, n, np.random.default_rng(0)
        self.room = min(n, 10 * n_wanted + 100)
        self.Q, self.KQ = np.empty((2, self.room, n))
        self.T = np.zeros((self.room, self.room))
        self.size, self.n_products, self.smallest, self.scale = 0, 0, np.inf, 0.0
        self.start_again()
        self.is_whole = self.is_tridiagonal = True

    def start_again(self):
        """Take a random vector, orthogonal to the basis, as the next; KQ then has parts outside that are forgotten."""
        self.next = self._orthogonal(self.rng.normal(size=self.n), 0)[0]
        self.is_whole = self.is_tridiagonal = False

    def _orthogonal(self, v, first):
        """The unit vector of v without its part in the basis, its length, and the coefficients of that part.

        Of the vectors before the first, v has no part but by rounding: one pass over them is enough, and two over
        the others (Daniel, Gragg, Kaufman & Stewart 1976)."""
        Q = self.Q[: self.size]
        near = Q[first:]
        large = near @ v
        v = v - large @ near
        coefficients = Q @ v
        v -= coefficients @ Q
        coefficients[first:] += large
        length = np.sqrt(v @ v)
        return v / (length or 1), length, coefficients

    def has_room(self, steps):
        """Whether the basis can be extended by so many vectors without starting anew."""
        return self.size + steps <= self.room

    def grow(self, steps):
        """Extend the basis by so many vectors, or until it is the whole space, and find its Ritz vectors."""
        self.extend(steps)
        T, theta = self._T(), None
        if self.is_tridiagonal and len(T) > 1:
            theta, S, failed = dstevd(T.diagonal(), T.diagonal(1), compute_v=1)
        if theta is None or failed:
            theta, S = np.linalg.eigh(T)
        self.ritz_values, self.S = theta[::-1], S[:, ::-1]
        self.residuals = self.beta * np.abs(self.S[-1])
        self.smallest = min(self.smallest, theta[0])

    def all_ritz_values(self):
        """The Ritz values of the basis as it is, falling, without vectors."""
        theta = np.linalg.eigvalsh(self._T())
        self.smallest = min(self.smallest, theta[0])
        return theta[::-1]

    def room_for_rest(self, t):
        """What is left of t for C, the part of K̃ outside of the basis, once its coupling to T is taken off.

        K̃ − t has no more positive eigenvalues than T − t if C has none above this; see `norm_shows_all`."""
        if not self.is_whole or t <= 0 or (self.ritz_values == t).any():
            return 0.0
        return t - max(float((np.square(self.residuals) / (t - self.ritz_values)).sum()), 0.0)

    def largest_outside(self, size):
        """The largest Ritz value of C, of a basis of which the vectors from this one on are a probe."""
        return float(np.linalg.eigvalsh(self.T[size : self.size, size : self.size])[-1])

    def _T(self):
        return self.T[: self.size, : self.size]

    def extend(self, steps):
        """Extend the basis by so many vectors, without finding its Ritz vectors."""
        if self.size + steps > self.room < self.n:
            self._restart()
        for k in range(self.size, min(self.size + steps, self.room)):
            self.Q[k], self.KQ[k] = self.next, self.product(self.next)
            self.size, self.n_products = k + 1, self.n_products + 1
            # Three terms: Kq has a part along q, the vector before it and the next, unless a basis was started anew.
            near = max(k - 1, 0) if self.is_tridiagonal else 0
            self.next, self.beta, column = self._orthogonal(self.KQ[k], near)
            self.T[: k + 1, k] = self.T[k, : k + 1] = column
            self.scale = max(self.scale, abs(column[k]))
            if self.beta <= self.n * EPS * self.scale:
                whole = self.is_whole
                self.start_again()
                self.beta, self.is_whole = 0.0, whole

    def _restart(self):
        keep, self.is_tridiagonal = self.size // 2, False
        theta, S = np.linalg.eigh(self._T())
        theta, S = theta[::-1], S[:, ::-1][:, :keep].T
        self.Q[:keep], self.KQ[:keep] = S @ self.Q[: self.size], S @ self.KQ[: self.size]
        self.T[:keep, :keep] = np.diag(theta[:keep])
        self.size = keep

    def converge(self, n_wanted, tol):
        """Extend the basis until the largest Ritz values have residuals of at most tol · θ₁; say whether they do."""
        steps, error = n_wanted + n_wanted // 4 + 4, None
        while True:
            self.grow(steps)
            error, last = self.residuals[:n_wanted].max() / max(self.ritz_values[0], TINY), error
            if error <= tol or self.size == self.n:
                return True
            if self.n_products > self.n:
                return False
            # As many steps as convergence at the present rate takes, or a little less: it gains speed.
            rate = np.log(last / error) / steps if last is not None and last > error else 0.0
            needed = 0.75 * np.log(error / tol) / rate if rate > 0 else np.inf
            most = self.size // (3 if self.n <= CHEAP_PRODUCT_UP_TO else 8)
            steps = 2 + int(min(needed, most))

    def eigenvectors(self, count):
        """The largest Ritz values, their vectors, and K times these."""
        S = self.S[:, :count]
        return self.ritz_values[:count], self.Q[: self.size].T @ S, self.KQ[: self.size].T @ S
