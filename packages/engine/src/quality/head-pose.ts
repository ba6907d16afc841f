/** Which way a face looks, in degrees, as seen in the image. */
export interface HeadPose {
  /** Positive: towards the right edge of the image. */
  readonly yawDeg: number;
  /** Positive: up. */
  readonly pitchDeg: number;
  /** Positive: turned clockwise. */
  readonly rollDeg: number;
}

type Vector = readonly [x: number, y: number, z: number];

/** Mesh points (MediaPipe topology); right and left are the person's, so right lies at smaller x. */
const FOREHEAD = 10;
const CHIN = 152;
const RIGHT_CHEEK = 234;
const LEFT_CHEEK = 454;
const RIGHT_EYE_OUTER = 33;
const LEFT_EYE_OUTER = 263;

/**
 * Head pose from the mesh: the face's own right-to-left axis (cheeks and outer eye corners) and forehead-to-chin axis
 * span its plane, whose normal is where it looks. Camera axes: x right, y down, z away from the camera.
 *
 * @param landmarks `x, y, z` interleaved, in pixels
 */
export function measureHeadPose(landmarks: Float32Array): HeadPose {
  const across = normalise(
    add(
      normalise(between(landmarks, RIGHT_CHEEK, LEFT_CHEEK)),
      normalise(between(landmarks, RIGHT_EYE_OUTER, LEFT_EYE_OUTER)),
    ),
  );
  const down = normalise(between(landmarks, FOREHEAD, CHIN));
  // across x down points away from the camera, so its opposite is where the face looks.
  const [awayX, awayY, awayZ] = normalise(cross(across, down));
  return {
    yawDeg: toDegrees(Math.atan2(-awayX, awayZ)),
    pitchDeg: toDegrees(Math.asin(Math.min(Math.max(awayY, -1), 1))),
    rollDeg: toDegrees(Math.atan2(across[1], across[0])),
  };
}

function between(landmarks: Float32Array, from: number, to: number): Vector {
  const a = from * 3;
  const b = to * 3;
  return [
    landmarks[b]! - landmarks[a]!,
    landmarks[b + 1]! - landmarks[a + 1]!,
    landmarks[b + 2]! - landmarks[a + 2]!,
  ];
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Unit vector; the null vector stays, so that coincident points give angles of 0 instead of NaN. */
function normalise(v: Vector): Vector {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
