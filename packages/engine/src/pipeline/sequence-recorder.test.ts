import { describe, expect, it } from 'vitest';
import type { Face } from '../face/face.ts';
import type { Raster } from '../image/raster.ts';
import { ringMotion } from '../signals/ring-motion.ts';
import { texture } from '../testing/textured-plane.ts';
import { SequenceRecorder } from './sequence-recorder.ts';

const [WIDTH, HEIGHT] = [320, 240];
const BOX = { x: 110, y: 60, width: 100, height: 120 };

/** A textured rectangle for a face, or for a whole phone around it, that is moved before a textured room. */
function draw(shift: number, screen: { margin: number }): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [left, top] = [BOX.x - screen.margin + shift, BOX.y - screen.margin];
      const isFront =
        x >= left &&
        x < left + BOX.width + 2 * screen.margin &&
        y >= top &&
        y < top + BOX.height + 2 * screen.margin;
      data.fill(
        isFront ? texture(x - shift + 500, y) : texture(x, y),
        (y * WIDTH + x) * 3,
        (y * WIDTH + x) * 3 + 3,
      );
    }
  }
  return { width: WIDTH, height: HEIGHT, data };
}

function faceAt(shift: number): Face {
  return { box: { ...BOX, x: BOX.x + shift }, landmarks: new Float32Array(478 * 3), presence: 1 };
}

function record(count: number, margin: number, everyMs = 33): SequenceRecorder {
  const recorder = new SequenceRecorder({ followsPoints: true });
  for (let index = 0; index < count; index++) {
    const shift = Math.round(6 * Math.sin(index));
    recorder.add(draw(shift, { margin }), faceAt(shift), index, index * everyMs);
  }
  return recorder;
}

const correlation = (recorder: SequenceRecorder) => ringMotion.compute(recorder.frames)![0]!;

describe('SequenceRecorder', () => {
  it('sees a face move before a room, and a phone move with the face on it', () => {
    expect(correlation(record(8, 4))).toBeLessThan(0.3);
    expect(correlation(record(8, 50))).toBeGreaterThan(0.9);
  });

  it('follows no point over a frame that was not usable, nor into another format', () => {
    const recorder = new SequenceRecorder({ followsPoints: true });
    recorder.add(draw(0, { margin: 4 }), faceAt(0), 0, 0);
    recorder.add(draw(2, { margin: 4 }), faceAt(2), 2, 66);
    recorder.add({ width: 40, height: 30, data: new Uint8Array(40 * 30 * 3) }, faceAt(0), 3, 99);
    expect(recorder.frames.map(({ motion }) => motion)).toEqual([undefined, undefined, undefined]);
  });

  it('thins out a fast camera, and follows points from one kept frame to the next', () => {
    const { frames } = record(8, 4, 10);
    expect(frames.map(({ index }) => index)).toEqual([0, 2, 4, 6]);
    expect(frames.slice(1).every(({ motion }) => motion !== undefined)).toBe(true);
  });

  it('follows no point for signals that do not look at motion', () => {
    const recorder = new SequenceRecorder({ followsPoints: false });
    for (const index of [0, 1]) recorder.add(draw(index, { margin: 4 }), faceAt(index), index, index * 33);
    expect(recorder.frames.map(({ motion }) => motion)).toEqual([undefined, undefined]);
    expect(recorder.frames[1]!.patch.side).toBe(64);
  });

  it('keeps all frames of a capture without times', () => {
    expect(record(4, 4, 0).frames).toHaveLength(4);
  });
});
