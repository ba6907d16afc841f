import { fitHomography, project } from '../numeric/homography.ts';
import { mean, median } from '../numeric/statistics.ts';
import type { SequenceFrame, SequenceSignal } from './sequence-signal.ts';

/** Followed points of the face below which a pair of frames says nothing: a homography has eight unknowns. */
const POINTS_MIN = 16;
const PAIRS_MIN = 5;

/**
 * Whether the face moves as a plane does: what a homography leaves of the flow inside the face. A picture that is
 * shifted, turned and tilted leaves the error of the flow alone; skin over a skull, lids and lips leave more.
 */
export const faceRigidity: SequenceSignal = {
  id: 'face-rigidity',
  features: ['residual', 'residual-high', 'relative', 'speed'],
  reasons: { fake: 'injected_still', live: 'living_face' },
  followsPoints: true,
  compute(frames) {
    const pairs = frames.flatMap((frame) => residualOf(frame) ?? []);
    if (pairs.length < PAIRS_MIN) return undefined;
    const residuals = pairs.map(({ residual }) => residual);
    const speeds = pairs.map(({ speed }) => speed);
    return Float32Array.of(
      Math.log(median(residuals) + RESIDUAL_MIN),
      Math.log(quantile(residuals, 0.9) + RESIDUAL_MIN),
      Math.log((mean(residuals) + FLOW_ERROR) / (mean(speeds) + FLOW_ERROR)),
      mean(speeds),
    );
  },
};

/** Of the flow, in face widths. */
const FLOW_ERROR = 0.0005;
/** Residuals span decades; less than this many face widths is not told apart. */
const RESIDUAL_MIN = 0.0001;

/** Mean length of the flow and of what a homography leaves of it, in face widths. */
function residualOf({ motion, box }: SequenceFrame): { residual: number; speed: number } | undefined {
  if (!motion || motion.face.length < 4 * POINTS_MIN) return undefined;
  const pairs = motion.face.map((value, at) => (at % 4 < 2 ? value : value + motion.face[at - 2]!));
  const homography = fitHomography(pairs);
  if (!homography) return undefined;
  const residuals: number[] = [];
  const speeds: number[] = [];
  for (let at = 0; at < pairs.length; at += 4) {
    const [x, y] = project(homography, pairs[at]!, pairs[at + 1]!);
    residuals.push(Math.hypot(x - pairs[at + 2]!, y - pairs[at + 3]!) / box.width);
    speeds.push(Math.hypot(motion.face[at + 2]!, motion.face[at + 3]!) / box.width);
  }
  return { residual: mean(residuals), speed: mean(speeds) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))]!;
}
