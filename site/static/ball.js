// The minimum-volume ball of points in the plane, solved in the reader's browser. It is the same problem, the same rule
// for the radius and the same certificate as in `kernelsy19.ball`, and each function is one of its equations, whose key
// stands above it. Nothing here knows of a page: points go in, numbers come out, all in double precision. The tests of
// the site draw 200 problems and compare with the library.
//
// A point is a pair [x, y]; α, distances and slacks have an entry for each point; K is an array of rows.

/** MSA220-rbf: K(a, b) = exp(−γ‖a − b‖²). */
export const gaussian = (gamma) => ({
  value: ([a0, a1], [b0, b1]) => Math.exp(-gamma * ((a0 - b0) ** 2 + (a1 - b1) ** 2)),
  // The exponential of a sum is a product, so that a grid needs an exponential for each column and each row only.
  onGrid(xs, ys, [p0, p1], add) {
    const across = xs.map((x) => Math.exp(-gamma * (x - p0) ** 2));
    ys.forEach((y, row) => {
      const up = Math.exp(-gamma * (y - p1) ** 2);
      for (let column = 0; column < xs.length; column++) add(row * xs.length + column, up * across[column]);
    });
  },
});

/** MSA220-linear: K(a, b) = ⟨a, b⟩. */
export const linear = () => ({
  value: ([a0, a1], [b0, b1]) => a0 * b0 + a1 * b1,
  onGrid(xs, ys, [p0, p1], add) {
    ys.forEach((y, row) => xs.forEach((x, column) => add(row * xs.length + column, x * p0 + y * p1)));
  },
});

/** K(xᵢ, xⱼ) of all pairs; it is symmetric, so each pair is computed once. */
export function gramMatrix(kernel, points) {
  const K = points.map(() => new Float64Array(points.length));
  points.forEach((a, i) => {
    for (let j = 0; j <= i; j++) K[i][j] = K[j][i] = kernel.value(a, points[j]);
  });
  return K;
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const dot = (a, b) => a.reduce((total, value, i) => total + value * b[i], 0);
const diagonal = (K) => Float64Array.from(K, (row, i) => row[i]);

/** Kα, row by row of K, which is symmetric; most weights are 0, and their rows are left out. */
function times(K, alpha) {
  const product = new Float64Array(alpha.length);
  K.forEach((row, j) => {
    if (alpha[j] !== 0) for (let i = 0; i < product.length; i++) product[i] += alpha[j] * row[i];
  });
  return product;
}

// ---- the equations ------------------------------------------------------------------------------

/** SY19-7: the bound 1/(νn) on αᵢ. */
export const largestWeight = (nu, n) => 1 / (nu * n);

/** SY19-wolfe-dual: L_D(α) = Σᵢ αᵢ K(xᵢ, xᵢ) − Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ), to be maximized. */
export const dualObjective = (K, alpha) => dot(alpha, diagonal(K)) - dot(alpha, times(K, alpha));

/** SY19-9c: ‖Φ(xᵢ) − c‖² of the points themselves. */
export function squaredDistances(K, alpha) {
  const product = times(K, alpha), centerNorm2 = dot(alpha, product);
  return product.map((value, i) => K[i][i] - 2 * value + centerNorm2);
}

/** SY19-3: the smallest slacks that the constraints allow. */
export const slacks = (R2, distances) => distances.map((d) => Math.max(0, d - R2));

/** SY19-2: R² + (νn)⁻¹ Σᵢ ξᵢ, to be minimized. */
export const primalObjective = (R2, xi, nu) => R2 + sum(xi) / (nu * xi.length);

/**
 * The R² that makes the primal objective smallest for a given center. It falls as R² grows while more than νn points
 * are outside, and rises once fewer are: best is the distance of the point next after the ⌊νn⌋ farthest. Where νn is a
 * whole number, all R² between two points are as good, and we take the middle, as the library does. At the optimum this
 * is SY19-radius, the distance of the points on the surface, and it is also there where no point is on the surface.
 */
export function bestRadius(distances, nu) {
  const farthestFirst = Float64Array.from(distances).sort().reverse(), n = farthestFirst.length, k = Math.round(nu * n);
  if (Math.abs(nu * n - k) > 1e-12 * n || k === 0) return farthestFirst[Math.floor(nu * n)];
  return (farthestFirst[k - 1] + farthestFirst[Math.min(k, n - 1)]) / 2;
}

/** SY19-three-kinds: 0 inside (αᵢ = 0), 1 on the surface, 2 outlier (αᵢ = 1/(νn)), up to rounding. */
export function threeKinds(alpha, nu) {
  const bound = largestWeight(nu, alpha.length), rounding = 1e-8 * Math.min(bound, Math.max(...alpha));
  return Array.from(alpha, (a) => (a <= rounding ? 0 : a >= bound - rounding ? 2 : 1));
}

/** How far each αᵢ is outside of SY19-7, and their sum from SY19-5: where both are 0, α is feasible. */
const infeasibility = (alpha, bound) => Math.max(
  Math.abs(sum(alpha) - 1), ...Array.from(alpha, (a) => Math.max(-a, a - bound) / Math.min(1, bound)),
);

/**
 * All that α says, computed from α and K alone, whatever the solver thought on its way. For a feasible α, L_D(α) is never
 * above the cost of any ball (weak duality), so that the gap bounds by how much this ball could be bettered.
 */
export function certify(K, alpha, nu) {
  const distances = squaredDistances(K, alpha), R2 = Math.max(0, bestRadius(distances, nu)), bound = largestWeight(nu, K.length);
  const objective = dualObjective(K, alpha), primal = primalObjective(R2, slacks(R2, distances), nu);
  return {
    alpha, nu, bound, distances, R2, objective, primal,
    gap: primal - objective,
    sum: sum(alpha),
    infeasible: infeasibility(alpha, bound),
    centerNorm2: dot(alpha, times(K, alpha)), // SY19-wolfe-dual-rbf
    kinds: threeKinds(alpha, nu),
  };
}

// ---- the solver ---------------------------------------------------------------------------------

/** Feasible weights to start from: the bound for the points farthest from the mean, until their sum is 1. */
export function weightsOnFarthest(distances, nu) {
  const n = distances.length, atBound = Math.max(1, nu * n), alpha = new Float64Array(n);
  const farthestFirst = Array.from(distances.keys()).sort((i, j) => distances[j] - distances[i]);
  farthestFirst.forEach((i, place) => { alpha[i] = Math.min(1 / atBound, Math.max(0, 1 - place / atBound)); });
  return alpha;
}

/**
 * One step of SMO: αᵢ rises by as much as αⱼ falls, so that the sum stays 1. Along αᵢ the slope of L_D is
 * K(xᵢ, xᵢ) − 2(Kα)ᵢ, which is ‖Φ(xᵢ) − c‖² less a constant: weight goes to what is far from the center, and is taken
 * from what is near. Along the pair L_D is the parabola t·(slopeᵢ − slopeⱼ) − t²·‖Φ(xᵢ) − Φ(xⱼ)‖².
 *
 * i is the farthest point whose weight has room. j is the point from which the top of the parabola is highest, not the
 * nearest one: the top depends on how far the two points are from each other, too, and this takes far fewer steps.
 * Returns whether a pair could be moved; a difference below `rounding` is none.
 */
function step(K, alpha, slopes, bound, rounding) {
  const n = alpha.length;
  let i = -1, j = -1, highest = 0;
  for (let t = 0; t < n; t++) if (alpha[t] < bound && (i < 0 || slopes[t] > slopes[i])) i = t;
  if (i < 0) return false;
  const row = K[i];
  for (let t = 0; t < n; t++) {
    const difference = slopes[i] - slopes[t];
    if (alpha[t] <= 0 || difference <= rounding) continue;
    const height = difference ** 2 / Math.max(row[i] + K[t][t] - 2 * row[t], rounding);
    if (height > highest) [j, highest] = [t, height];
  }
  if (j < 0) return false;
  const curvature = Math.max(row[i] + K[j][j] - 2 * row[j], rounding);
  const room = Math.min(bound - alpha[i], alpha[j]), top = (slopes[i] - slopes[j]) / (2 * curvature);
  const t = Math.min(top, room);
  // At the edge of the box a weight is set to the edge itself: a sum would miss it by rounding.
  alpha[i] = t === bound - alpha[i] ? bound : alpha[i] + t;
  alpha[j] = t === alpha[j] ? 0 : alpha[j] - t;
  const other = K[j];
  for (let s = 0; s < n; s++) slopes[s] -= 2 * t * (row[s] - other[s]);
  return true;
}

const AIM = 1e-10, ENOUGH = 1e-6; // of a duality gap, in units of the variance of the mapped points

/**
 * The ball of a Gram matrix: maximize L_D(α) subject to Σ αᵢ = 1 (SY19-5) and 0 ≤ αᵢ ≤ 1/(νn) (SY19-7).
 *
 * After every n steps slopes and duality gap are computed anew from α. That keeps the rounding of the steps from adding
 * up, and the solver stops by what the reader is shown: at a gap of AIM, or of what rounding makes of the largest K(x, x).
 * Where many mapped points lie nearly in one plane, two weights at a time come to AIM too slowly for a slider. So steps
 * are limited, and the ball counts as certified where its gap is ENOUGH, the tolerance of the library.
 */
export function solveDual(K, nu, { mostSteps = 100000 } = {}) {
  const n = K.length, bound = largestWeight(nu, n), onDiagonal = diagonal(K);
  const toMean = squaredDistances(K, new Float64Array(n).fill(1 / n)), largest = Math.max(...onDiagonal.map(Math.abs));
  const limit = (tol) => Math.max(tol * sum(toMean) / n, 32 * Number.EPSILON * largest);
  const alpha = weightsOnFarthest(toMean, nu);
  let steps = 0, moved = 0, found;
  do {
    const product = times(K, alpha), slopes = onDiagonal.map((d, i) => d - 2 * product[i]);
    moved = 0;
    while (moved < n && steps + moved < mostSteps && step(K, alpha, slopes, bound, 4 * Number.EPSILON * largest)) moved++;
    steps += moved;
    found = certify(K, alpha, nu);
  } while (found.gap > limit(AIM) && moved && steps < mostSteps);
  return { ...found, steps, certified: Math.abs(found.gap) <= limit(ENOUGH) && found.infeasible <= 1e-12 * n };
}

// ---- what is drawn ------------------------------------------------------------------------------

/** SY19-9a and SY19-9c on a grid, row by row: R² − ‖Φ(x) − c‖², positive in the ball. */
export function decisionOnGrid(kernel, points, ball, xs, ys) {
  const values = new Float64Array(xs.length * ys.length).fill(ball.R2 - ball.centerNorm2);
  ball.alpha.forEach((a, i) => {
    if (a !== 0) kernel.onGrid(xs, ys, points[i], (at, value) => { values[at] += 2 * a * value; });
  });
  ys.forEach((y, row) => xs.forEach((x, column) => { values[row * xs.length + column] -= kernel.value([x, y], [x, y]); }));
  return values;
}

/** SY19-8 with Φ(x) = x, as the linear kernel has it: c = Σᵢ αᵢ xᵢ. */
export const centerInPlane = (points, alpha) => [0, 1].map((k) => points.reduce((total, p, i) => total + alpha[i] * p[k], 0));

/**
 * COURSE-preimage-fixed-point: a place whose image is nearest to c for the Gaussian kernel, whose own center has no
 * place in the plane. From a start, the mean of the points by the weights αᵢ K(xᵢ, z), again and again.
 */
export function nearestToCenter(kernel, points, alpha, start, rounds = 200) {
  let z = start;
  for (let round = 0; round < rounds; round++) {
    const weights = points.map((p, i) => alpha[i] * kernel.value(p, z)), whole = sum(weights);
    if (!(whole > 0)) break;
    z = [0, 1].map((k) => points.reduce((total, p, i) => total + weights[i] * p[k], 0) / whole);
  }
  return z;
}
