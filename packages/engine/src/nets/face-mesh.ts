import { type RotatedSquare, resampleRotatedSquare, type TensorFormat } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import { sigmoid } from '../numeric/logistic.ts';
import { openNet } from './net-session.ts';

/** Mesh points found inside a region of interest. */
export interface MeshReading {
  /** 478 points, `x, y, z` interleaved, in image pixels. */
  readonly landmarks: Float32Array;
  /** Probability that the region shows a face, 0..1. */
  readonly presence: number;
}

/** Places the 478-point face mesh. */
export interface FaceMesh {
  locate(image: Raster, region: RotatedSquare): Promise<MeshReading>;
  release(): Promise<void>;
}

/** Points of the mesh with both irises. */
export const MESH_POINTS = 478;

const SIDE = 256;
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nhwc',
  channels: 'rgb',
  scale: 1 / 255,
  offset: 0,
};
const LANDMARKS_OUTPUT = 'landmarks';
const PRESENCE_OUTPUT = 'presence';

/** Opens the MediaPipe face landmarker net (attention mesh with irises): 256x256 RGB in 0..1. */
export async function openFaceMesh(path: string): Promise<FaceMesh> {
  const net = await openNet(path, [1, SIDE, SIDE, 3]);
  return {
    async locate(image, region) {
      resampleRotatedSquare(image, region, FORMAT, net.input);
      const outputs = await net.run();
      return {
        landmarks: toImage(outputs[LANDMARKS_OUTPUT]!, region),
        presence: sigmoid(outputs[PRESENCE_OUTPUT]![0]!),
      };
    },
    release: () => net.release(),
  };
}

/** Maps mesh points from crop pixels (0..256) back into the image; depth scales with the region. */
export function toImage(points: Float32Array, region: RotatedSquare): Float32Array {
  const unit = region.side / SIDE;
  const cos = Math.cos(region.rotation) * unit;
  const sin = Math.sin(region.rotation) * unit;
  const landmarks = new Float32Array(MESH_POINTS * 3);
  for (let i = 0; i < landmarks.length; i += 3) {
    const a = points[i]! - SIDE / 2;
    const b = points[i + 1]! - SIDE / 2;
    landmarks[i] = region.centreX + a * cos - b * sin;
    landmarks[i + 1] = region.centreY + a * sin + b * cos;
    landmarks[i + 2] = points[i + 2]! * unit;
  }
  return landmarks;
}
