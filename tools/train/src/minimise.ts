/** Value and gradient of a smooth function at a point. */
export type Objective = (point: Float64Array) => { value: number; gradient: Float64Array };

const HISTORY = 10;
const ITERATIONS_MAX = 500;
const ARMIJO = 1e-4;

/**
 * Minimises a smooth convex function by L-BFGS with backtracking (Nocedal & Wright 2006, algorithm 7.4).
 * Stops when no gradient component exceeds `tolerance`.
 */
export function minimise(objective: Objective, start: Float64Array, tolerance = 1e-6): Float64Array {
  let point = start;
  let { value, gradient } = objective(point);
  const steps: { s: Float64Array; y: Float64Array; rho: number }[] = [];
  for (let iteration = 0; iteration < ITERATIONS_MAX && largest(gradient) > tolerance; iteration++) {
    const direction = quasiNewtonDirection(gradient, steps);
    const slope = dot(gradient, direction);
    let length = 1;
    let next = along(point, direction, length);
    let result = objective(next);
    while (result.value > value + ARMIJO * length * slope) {
      length /= 2;
      if (length < 1e-12) return point;
      next = along(point, direction, length);
      result = objective(next);
    }
    const s = next.map((x, i) => x - point[i]!);
    const y = result.gradient.map((g, i) => g - gradient[i]!);
    const curvature = dot(s, y);
    if (curvature > 1e-12) steps.push({ s, y, rho: 1 / curvature });
    if (steps.length > HISTORY) steps.shift();
    point = next;
    ({ value, gradient } = result);
  }
  return point;
}

/** Two-loop recursion: minus the inverse Hessian estimate times the gradient. */
function quasiNewtonDirection(
  gradient: Float64Array,
  steps: readonly { s: Float64Array; y: Float64Array; rho: number }[],
): Float64Array {
  const q = Float64Array.from(gradient);
  const alphas: number[] = [];
  for (const { s, y, rho } of steps.toReversed()) {
    const alpha = rho * dot(s, q);
    alphas.push(alpha);
    addScaled(q, y, -alpha);
  }
  const last = steps.at(-1);
  const scale = last ? 1 / (last.rho * dot(last.y, last.y)) : 1 / Math.max(largest(gradient), 1);
  for (let i = 0; i < q.length; i++) q[i]! *= scale;
  for (const { s, y, rho } of steps) addScaled(q, s, alphas.pop()! - rho * dot(y, q));
  return q.map((x) => -x);
}

function along(point: Float64Array, direction: Float64Array, length: number): Float64Array {
  return point.map((x, i) => x + length * direction[i]!);
}

function addScaled(into: Float64Array, vector: Float64Array, factor: number): void {
  for (let i = 0; i < into.length; i++) into[i]! += factor * vector[i]!;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function largest(vector: Float64Array): number {
  let most = 0;
  for (const x of vector) most = Math.max(most, Math.abs(x));
  return most;
}
