import { type FaceDetector, openFaceDetector } from './face-detector.ts';
import { type FaceMesh, openFaceMesh } from './face-mesh.ts';
import { openFrFeature } from './fr-feature.ts';
import { openFrLiveness } from './fr-liveness.ts';
import { openMiniFasNet } from './minifasnet.ts';
import type { PadNet } from './pad-net.ts';

/** ONNX files by net. */
export interface NetPaths {
  readonly 'face-detector': string;
  readonly 'face-mesh': string;
  readonly minifasnet: string;
  readonly 'fr-liveness': string;
  readonly 'fr-feature': string;
}

/** Every net of the engine, loaded. Nets reuse their input buffers: one capture at a time. */
export interface Nets {
  readonly faceDetector: FaceDetector;
  readonly faceMesh: FaceMesh;
  readonly pad: Readonly<Record<'minifasnet' | 'fr-liveness' | 'fr-feature', PadNet>>;
}

/** Loads the nets that every check needs, one thread each; fr_feature is loaded by the first check that reads it. */
export async function openNets(paths: NetPaths): Promise<Nets> {
  const [faceDetector, faceMesh, minifasnet, frLiveness] = await Promise.all([
    openFaceDetector(paths['face-detector']),
    openFaceMesh(paths['face-mesh']),
    openMiniFasNet(paths.minifasnet),
    openFrLiveness(paths['fr-liveness']),
  ]);
  return {
    faceDetector,
    faceMesh,
    pad: { minifasnet, 'fr-liveness': frLiveness, 'fr-feature': openFrFeature(paths['fr-feature']) },
  };
}
