import { type FaceDetector, openFaceDetector } from './face-detector.ts';
import { type FaceMesh, openFaceMesh } from './face-mesh.ts';
import { openFrLiveness } from './fr-liveness.ts';
import { openMiniFasNet } from './minifasnet.ts';
import type { PadNet } from './pad-net.ts';

/** ONNX files by net. */
export interface NetPaths {
  readonly 'face-detector': string;
  readonly 'face-mesh': string;
  readonly minifasnet: string;
  readonly 'fr-liveness': string;
}

/** Every net of the engine, loaded. Nets reuse their input buffers: one capture at a time. */
export interface Nets {
  readonly faceDetector: FaceDetector;
  readonly faceMesh: FaceMesh;
  readonly pad: Readonly<Record<'minifasnet' | 'fr-liveness', PadNet>>;
}

/** Loads all nets, one thread each. */
export async function openNets(paths: NetPaths): Promise<Nets> {
  const [faceDetector, faceMesh, minifasnet, frLiveness] = await Promise.all([
    openFaceDetector(paths['face-detector']),
    openFaceMesh(paths['face-mesh']),
    openMiniFasNet(paths.minifasnet),
    openFrLiveness(paths['fr-liveness']),
  ]);
  return { faceDetector, faceMesh, pad: { minifasnet, 'fr-liveness': frLiveness } };
}
