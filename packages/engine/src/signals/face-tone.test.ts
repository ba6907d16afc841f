import { expect, it } from 'vitest';
import { drawFlat } from '../image/testing/synthetic-scene.ts';
import { faceTexture } from './face-texture.ts';
import { faceTone } from './face-tone.ts';
import type { FrameSignal } from './frame-signal.ts';

const FACE = {
  box: { x: 20, y: 20, width: 160, height: 160 },
  landmarks: new Float32Array(478 * 3),
  presence: 1,
};

function measure(signal: FrameSignal, image: ReturnType<typeof drawFlat>): Record<string, number> {
  const values = signal.compute({ image, face: FACE, readings: new Map() });
  return Object.fromEntries(signal.features.map((name, at) => [name, values[at]!]));
}

it('tells the tone of a flat face', () => {
  const tone = measure(faceTone, drawFlat(200, 200, [244, 244, 244]));
  expect(tone).toMatchObject({ 'shadow-share': 0, 'highlight-share': 1, entropy: 0 });
  expect(tone['saturation']).toBeCloseTo(0);
  expect(measure(faceTone, drawFlat(200, 200, [200, 120, 90]))['red-green']).toBeGreaterThan(0.3);
});

it('knows a face lit from the side', () => {
  const image = drawFlat(200, 200, [120, 120, 120]);
  for (let at = 0; at < image.data.length; at++) if (Math.floor(at / 3) % 200 < 100) image.data[at] = 60;
  expect(measure(faceTone, image)['left-right']).toBeGreaterThan(0.5);
});

it('gives shares of patterns that add up to one at each scale, all bright on a flat face', () => {
  const shares = measure(faceTexture, drawFlat(200, 200, [90, 90, 90]));
  expect(shares['fine-8-bright']).toBe(1);
  expect(shares['medium-8-bright']).toBe(1);
  expect(Object.values(shares).reduce((a, b) => a + b, 0)).toBeCloseTo(2);
});

it('finds edges in stripes that it does not find in noise', () => {
  const image = drawFlat(200, 200, [90, 90, 90]);
  for (let at = 0; at < image.data.length; at++) if (Math.floor(at / 600) % 16 < 8) image.data[at] = 180;
  const stripes = measure(faceTexture, image);
  for (let at = 0; at < image.data.length; at++)
    image.data[at] = Math.imul(Math.floor(at / 3) + 7, 0x9e3779b1) >>> 24;
  const noise = measure(faceTexture, image);
  expect(noise['fine-mixed']!).toBeGreaterThan(stripes['fine-mixed']! + 0.2);
});
