import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import { TAPPED_CHANNELS } from '../signals/tapped-layers.ts';
import { drawPortrait, placeOn } from '../testing/drawn-portrait.ts';
import { testNetPaths } from '../testing/test-weights.ts';
import { boundingBox } from '../track/region.ts';
import { type Nets, openNets } from './nets.ts';

let nets: Nets;
beforeAll(async () => {
  nets = await openNets(await testNetPaths());
});
afterAll(async () => {
  await Promise.all(
    [nets.faceDetector, nets.faceMesh, ...Object.values(nets.pad)].map((net) => net.release()),
  );
});

/** Every channel differs, so that a swapped channel order changes the answer: R = 3x, G = 3y, B = x + y + 30. */
function channelTestPicture(side: number): Raster {
  const data = new Uint8Array(side * side * 3);
  for (let at = 0; at < side * side; at++) {
    const x = at % side;
    const y = Math.floor(at / side);
    data.set([3 * x, 3 * y, x + y + 30], at * 3);
  }
  return { width: side, height: side, data };
}

/** A face whose crop is the whole picture. */
function wholePicture(image: Raster): Face {
  const box = { x: 0, y: 0, width: image.width, height: image.height };
  return { box, landmarks: new Float32Array(478 * 3), presence: 1 };
}

/** A face whose aligned crop is the whole picture. */
function alignedFace(side: number): Face {
  const landmarks = new Float32Array(478 * 3);
  const place = (points: readonly number[], x: number, y: number) => {
    for (const point of points) landmarks.set([side * x, side * y], point * 3);
  };
  place([33, 133], 0.315, 0.46);
  place([263, 362], 0.685, 0.46);
  place([61, 291], 0.5, 0.82);
  return { box: { x: 0, y: 0, width: side, height: side }, landmarks, presence: 1 };
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

// Expected numbers come from the original TFLite bytes in TensorFlow Lite 2.9.0 (C library), and for fr_liveness
// from the original ONNX file in onnxruntime (fr_feature: in OpenCV 4.6); never from this code.
describe('net wrappers reproduce an independent run', () => {
  it('MiniFASNetV2 reads BGR bytes without normalisation', async () => {
    const image = channelTestPicture(80);
    const reading = await nets.pad.minifasnet.read(image, wholePicture(image), 2.7);
    expect(reading.liveLogOdds).toBeCloseTo(logOdds(0.033279), 3);
    expect(reading.layers).toHaveLength(
      TAPPED_CHANNELS.reduce<number>((sum, channels) => sum + 2 * channels, 0),
    );
  });

  it('fr_liveness reads BGR bytes without normalisation', async () => {
    const image = channelTestPicture(128);
    const reading = await nets.pad['fr-liveness'].read(image, wholePicture(image), 2.7);
    expect(reading.liveLogOdds).toBeCloseTo(logOdds(0.74907), 3);
  });

  it('fr_feature reads an aligned RGB crop in -1..1, and offers its middle layers', async () => {
    const image = channelTestPicture(112);
    const { liveLogOdds, layers } = await nets.pad['fr-feature'].read(image, alignedFace(112), 1);
    expect(liveLogOdds).toBeNaN();
    // Inner against outer ring, means; inner against middle ring, deviations; three channels of the layers' first.
    const expected = [
      { at: 0, channels: 64, means: [-0.1167, -0.0986, 0.0605], ratios: [-1.0625, -1.1421, -1.2583] },
      { at: 6 * 192, channels: 128, means: [-0.0445, -0.1143, 0.0814], ratios: [-0.7482, -1.0168, -1.2644] },
      { at: 6 * 448, channels: 128, means: [0.1222, -0.1496, 0.0847], ratios: [0.048, -0.7352, -0.0079] },
    ];
    for (const { at, channels, means, ratios } of expected) {
      means.forEach((value, channel) => {
        expect(layers[at + 2 * channels + channel]).toBeCloseTo(value, 2);
      });
      ratios.forEach((value, channel) => {
        expect(layers[at + channels + channel]).toBeCloseTo(value, 2);
      });
    }
  });

  it('the mesh places eyes, nose and mouth of the drawn portrait', async () => {
    const image = drawPortrait(256, [195, 161, 610]);
    const region = { centreX: 128, centreY: 128, side: 256, rotation: 0 };
    const { landmarks, presence } = await nets.faceMesh.locate(image, region);
    expect(presence).toBeCloseTo(1, 4);
    const expected: Record<number, readonly [number, number, number]> = {
      1: [129.49, 150.51, -33.848],
      33: [81.319, 102.54, 7.9455],
      152: [126.41, 223.97, 11.362],
      263: [175.53, 102.42, 9.0455],
      291: [154.91, 185.22, 3.6733],
      473: [160.09, 102.62, 2.8969],
    };
    for (const [point, [x, y, z]] of Object.entries(expected)) {
      const at = Number(point) * 3;
      expect(landmarks[at]).toBeCloseTo(x, 1);
      expect(landmarks[at + 1]).toBeCloseTo(y, 1);
      expect(landmarks[at + 2]).toBeCloseTo(z, 1);
    }
  });

  it('a turned, shifted and scaled region gives the same mesh in the image', async () => {
    const image = placeOn(640, 480, drawPortrait(400), 120, 40);
    const upright = { centreX: 320, centreY: 222, side: 244, rotation: 0 };
    const turned = { ...upright, centreX: 326, side: 260, rotation: 0.2 };
    const a = boundingBox((await nets.faceMesh.locate(image, upright)).landmarks);
    const b = boundingBox((await nets.faceMesh.locate(image, turned)).landmarks);
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(a[side] - b[side])).toBeLessThan(8);
  });

  it('the detector finds the drawn portrait where it is, letterboxed or not', async () => {
    const square = await nets.faceDetector.detect(drawPortrait(192));
    expect(square).toHaveLength(1);
    expect(square[0]!.box.x / 192).toBeCloseTo(0.2936, 1);
    expect(square[0]!.box.y / 192).toBeCloseTo(0.2656, 1);
    expect(square[0]!.box.width / 192).toBeCloseTo(0.407, 1);
    const placed = await nets.faceDetector.detect(placeOn(640, 480, drawPortrait(480), 80, 0));
    expect(placed).toHaveLength(1);
    expect(placed[0]!.box.x).toBeCloseTo(80 + square[0]!.box.x * 2.5, -1);
    expect(placed[0]!.keypoints[0]).toBeCloseTo(80 + square[0]!.keypoints[0]! * 2.5, -1);
  });
});
