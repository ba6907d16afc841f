import type { Box } from '../face/face.ts';
import { type Letterbox, resampleLetterboxed, type TensorFormat } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import { type NetSession, openNet } from './net-session.ts';

/** A face box with six key points (right eye, left eye, nose tip, mouth, right ear, left ear of the person), in image pixels. */
export interface Detection {
  readonly box: Box;
  /** `x, y` interleaved, 12 numbers. */
  readonly keypoints: Float32Array;
  /** 0..1 */
  readonly score: number;
}

/** Finds every face in a frame, best first. */
export interface FaceDetector {
  detect(image: Raster): Promise<Detection[]>;
  release(): Promise<void>;
}

const SIDE = 192;
const GRID = 48;
const VALUES_PER_ANCHOR = 16;
/** MediaPipe's threshold for the full-range model. */
const SCORE_MIN = 0.6;
const OVERLAP_MAX = 0.3;
const FORMAT: TensorFormat = {
  width: SIDE,
  height: SIDE,
  layout: 'nhwc',
  channels: 'rgb',
  scale: 1 / 127.5,
  offset: -1,
};

/** Opens BlazeFace full range (Bazarevsky et al. 2019): 192x192 letterboxed RGB, 48x48 anchors, weighted NMS. */
export async function openFaceDetector(path: string): Promise<FaceDetector> {
  const net = await openNet(path, [1, SIDE, SIDE, 3]);
  return {
    detect: (image) => detect(net, image),
    release: () => net.release(),
  };
}

const BOXES_OUTPUT = 'boxes';
const SCORES_OUTPUT = 'scores';

async function detect(net: NetSession, image: Raster): Promise<Detection[]> {
  const letterbox = resampleLetterboxed(image, FORMAT, net.input);
  const outputs = await net.run();
  const boxes = outputs[BOXES_OUTPUT]!;
  const scores = outputs[SCORES_OUTPUT]!;
  return suppressOverlaps(decodeAnchors(boxes, scores, letterbox));
}

/** Turns anchors above the threshold into detections in image pixels. */
export function decodeAnchors(boxes: Float32Array, scores: Float32Array, letterbox: Letterbox): Detection[] {
  const detections: Detection[] = [];
  for (let anchor = 0; anchor < scores.length; anchor++) {
    const score = 1 / (1 + Math.exp(-Math.min(Math.max(scores[anchor]!, -100), 100)));
    if (score < SCORE_MIN) continue;
    const anchorX = ((anchor % GRID) + 0.5) * (SIDE / GRID);
    const anchorY = (Math.floor(anchor / GRID) + 0.5) * (SIDE / GRID);
    const at = anchor * VALUES_PER_ANCHOR;
    const width = boxes[at + 2]! / letterbox.scale;
    const height = boxes[at + 3]! / letterbox.scale;
    if (width <= 0 || height <= 0) continue;
    const keypoints = new Float32Array(12);
    for (let k = 0; k < 12; k += 2) {
      keypoints[k] = (boxes[at + 4 + k]! + anchorX - letterbox.padX) / letterbox.scale;
      keypoints[k + 1] = (boxes[at + 5 + k]! + anchorY - letterbox.padY) / letterbox.scale;
    }
    const x = (boxes[at]! + anchorX - letterbox.padX) / letterbox.scale - width / 2;
    const y = (boxes[at + 1]! + anchorY - letterbox.padY) / letterbox.scale - height / 2;
    detections.push({ box: { x, y, width, height }, keypoints, score });
  }
  return detections;
}

/** Weighted non-maximum suppression: overlapping detections are averaged, weighted by score. */
export function suppressOverlaps(candidates: readonly Detection[]): Detection[] {
  let rest = candidates.toSorted((a, b) => b.score - a.score);
  const kept: Detection[] = [];
  while (rest.length > 0) {
    const best = rest[0]!;
    const cluster = rest.filter((d) => d === best || intersectionOverUnion(best.box, d.box) > OVERLAP_MAX);
    rest = rest.filter((d) => !cluster.includes(d));
    kept.push(averageDetections(cluster, best.score));
  }
  return kept;
}

function averageDetections(cluster: readonly Detection[], score: number): Detection {
  const total = cluster.reduce((sum, d) => sum + d.score, 0);
  const mean = (value: (d: Detection) => number) =>
    cluster.reduce((sum, d) => sum + d.score * value(d), 0) / total;
  const x = mean((d) => d.box.x);
  const y = mean((d) => d.box.y);
  return {
    box: {
      x,
      y,
      width: mean((d) => d.box.x + d.box.width) - x,
      height: mean((d) => d.box.y + d.box.height) - y,
    },
    keypoints: Float32Array.from({ length: 12 }, (_, k) => mean((d) => d.keypoints[k]!)),
    score,
  };
}

/** Intersection over union of two boxes, 0..1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}
