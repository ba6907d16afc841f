import type { GateNets } from '../pipeline/frame-inspector.ts';
import { openFaceDetector } from './face-detector.ts';
import { openFaceMesh } from './face-mesh.ts';
import { openPersonSegmenter } from './person-segmenter.ts';

/** ONNX files of the nets of a frame gate. */
export interface GateNetPaths {
  readonly 'face-detector': string;
  readonly 'face-mesh': string;
  readonly 'person-segmenter': string;
}

/** Loads the nets of a frame gate, one thread each. */
export async function openGateNets(paths: GateNetPaths): Promise<GateNets> {
  const [faceDetector, faceMesh, personSegmenter] = await Promise.all([
    openFaceDetector(paths['face-detector']),
    openFaceMesh(paths['face-mesh']),
    openPersonSegmenter(paths['person-segmenter']),
  ]);
  return { faceDetector, faceMesh, personSegmenter };
}
