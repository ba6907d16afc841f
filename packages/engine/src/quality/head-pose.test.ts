import { describe, expect, it } from 'vitest';
import { measureHeadPose } from './head-pose.ts';

/** The mesh points the pose is read from, and the nose tip, on a flat upright face looking at the camera: x right, y down, z away. */
const FRONTAL: Readonly<Record<number, readonly [number, number, number]>> = {
  10: [0, -50, 0],
  152: [0, 60, 0],
  234: [-45, 0, 10],
  454: [45, 0, 10],
  33: [-30, -15, 0],
  263: [30, -15, 0],
  1: [0, 0, -30],
};

interface Turn {
  readonly yawDeg?: number;
  readonly pitchDeg?: number;
  readonly rollDeg?: number;
}

/** Turns the head up, then to the side, then the picture. */
function turned({ yawDeg = 0, pitchDeg = 0, rollDeg = 0 }: Turn): Float32Array {
  const landmarks = new Float32Array(478 * 3);
  const [yaw, pitch, roll] = [yawDeg, pitchDeg, rollDeg].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  for (const [index, [x, y, z]] of Object.entries(FRONTAL)) {
    const y1 = y * Math.cos(pitch) + z * Math.sin(pitch);
    const z1 = z * Math.cos(pitch) - y * Math.sin(pitch);
    const x2 = x * Math.cos(yaw) - z1 * Math.sin(yaw);
    const z2 = z1 * Math.cos(yaw) + x * Math.sin(yaw);
    const x3 = x2 * Math.cos(roll) - y1 * Math.sin(roll);
    const y3 = y1 * Math.cos(roll) + x2 * Math.sin(roll);
    landmarks.set([320 + x3, 240 + y3, z2], Number(index) * 3);
  }
  return landmarks;
}

describe('head pose', () => {
  it.each([
    {},
    { yawDeg: 30 },
    { yawDeg: -60 },
    { pitchDeg: 25 },
    { pitchDeg: -40 },
    { rollDeg: 20 },
    { rollDeg: -15 },
    { yawDeg: 35, pitchDeg: -20 },
  ])('recovers %o', (turn) => {
    const expected = { yawDeg: 0, pitchDeg: 0, rollDeg: 0, ...turn };
    const pose = measureHeadPose(turned(turn));
    expect(pose.yawDeg).toBeCloseTo(expected.yawDeg, 2);
    expect(pose.pitchDeg).toBeCloseTo(expected.pitchDeg, 2);
    expect(pose.rollDeg).toBeCloseTo(expected.rollDeg, 2);
  });

  it('is positive in yaw when the nose points to the right edge, and in pitch when it points up', () => {
    const [noseX, noseY] = [3, 4];
    expect(turned({ yawDeg: 20 })[noseX]).toBeGreaterThan(320);
    expect(turned({ pitchDeg: 20 })[noseY]).toBeLessThan(240);
  });

  it('is a finite frontal pose when all points coincide', () => {
    const { yawDeg, pitchDeg, rollDeg } = measureHeadPose(new Float32Array(478 * 3));
    expect([yawDeg, pitchDeg, rollDeg].every(Number.isFinite)).toBe(true);
  });
});
