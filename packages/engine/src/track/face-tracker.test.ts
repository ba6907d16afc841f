import { describe, expect, it } from 'vitest';
import type { RotatedSquare } from '../image/crop.ts';
import type { Raster } from '../image/raster.ts';
import type { Detection, FaceDetector } from '../nets/face-detector.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { createFaceTracker } from './face-tracker.ts';

const IMAGE: Raster = { width: 100, height: 100, data: new Uint8Array(30_000) };

function detection(x: number, height: number): Detection {
  const box = { x, y: 20, width: height, height };
  return { box, keypoints: Float32Array.of(x, 30, x + height, 30, 0, 0, 0, 0, 0, 0, 0, 0), score: 0.9 };
}

/** A detector and a mesh that see what the script of each frame says, and write down when they were asked. */
function scriptedNets(script: readonly { detections: readonly Detection[]; presence: number }[]) {
  const calls: string[] = [];
  let frame = -1;
  const detector: FaceDetector = {
    async detect() {
      calls.push(`detect ${frame}`);
      return [...script[frame]!.detections];
    },
    release: async () => {},
  };
  const mesh: FaceMesh = {
    async locate(_image: Raster, region: RotatedSquare) {
      calls.push(`mesh ${frame}`);
      const half = region.side / 3;
      const landmarks = new Float32Array(478 * 3);
      for (let i = 0; i < landmarks.length; i += 3) {
        landmarks[i] = region.centreX + (i % 2 === 0 ? half : -half);
        landmarks[i + 1] = region.centreY + (i % 2 === 0 ? half : -half);
      }
      return { landmarks, presence: script[frame]!.presence };
    },
    release: async () => {},
  };
  const tracker = createFaceTracker(detector, mesh);
  return {
    calls,
    async next() {
      frame++;
      return tracker.track(IMAGE);
    },
  };
}

describe('face tracker', () => {
  it('detects on key frames only and follows by mesh in between', async () => {
    const nets = scriptedNets(
      Array.from({ length: 7 }, () => ({ detections: [detection(20, 40)], presence: 1 })),
    );
    for (let i = 0; i < 7; i++) expect((await nets.next()).face).toBeDefined();
    expect(nets.calls.filter((call) => call.startsWith('detect'))).toEqual(['detect 0', 'detect 5']);
  });

  it('detects again when the mesh loses the face, within the same frame', async () => {
    const seen = { detections: [detection(20, 40)], presence: 1 };
    const lost = { detections: [], presence: 0.1 };
    const nets = scriptedNets([seen, lost, seen]);
    expect((await nets.next()).faceCount).toBe(1);
    expect(await nets.next()).toEqual({ face: undefined, faceCount: 0 });
    expect((await nets.next()).face).toBeDefined();
    expect(nets.calls.filter((call) => call.startsWith('detect'))).toEqual([
      'detect 0',
      'detect 1',
      'detect 2',
    ]);
  });

  it('counts a second face of comparable size until the next key frame, and ignores small ones behind', async () => {
    const couple = { detections: [detection(0, 40), detection(60, 30)], presence: 1 };
    const crowd = { detections: [detection(0, 40), detection(60, 10)], presence: 1 };
    const nets = scriptedNets([couple, crowd, crowd, crowd, crowd, crowd]);
    const counts: number[] = [];
    for (let i = 0; i < 6; i++) counts.push((await nets.next()).faceCount);
    expect(counts).toEqual([2, 2, 2, 2, 2, 1]);
  });
});
