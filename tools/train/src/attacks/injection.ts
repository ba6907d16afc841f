import { decodeImage } from '@vivant/engine/image/decode';
import { encodeJpeg } from '@vivant/engine/image/encode';
import type { Raster } from '@vivant/engine/image/raster';
import { gaussian, type Random } from '@vivant/evaluate/metrics/random';
import type { Picture } from '../picture.ts';
import { warpImage } from './warp-image.ts';

/** A way to feed a genuine picture, or a few of them again and again, through a virtual camera. */
export interface Injection {
  readonly id: string;
  readonly species: 'injected_still' | 'injected_loop';
  /** Turns the pictures of a genuine capture into those of the attack, as many as told. */
  build(pictures: readonly Picture[], count: number, random: Random): AsyncGenerator<Picture>;
}

/** Every attack that is built from genuine captures. */
export const INJECTIONS: readonly Injection[] = [
  still('frozen', (image) => image),
  still('noise', (image, _sway, random) => addNoise(image, 3, random)),
  still('wobble', (image, sway, random) => addNoise(warpImage(image, sway(0.012, 0)), 2, random)),
  still('tilt', (image, sway, random) => addNoise(warpImage(image, sway(0.02, 0.06)), 1.5, random)),
  still('re-encoded', (image, sway, random) => compress(warpImage(image, sway(0.006, 0.02)), random)),
  loop('loop', (length) => (frame) => frame % length),
  loop('back-and-forth', (length) => (frame) => {
    const phase = frame % (2 * length - 2);
    return phase < length ? phase : 2 * length - 2 - phase;
  }),
];

const FRAME_MS = 33;

/** Motion of a hand over time: `amount` of the width sideways, up, round and nearer; `tilt` in depth. */
type Sway = (amount: number, tilt: number) => Float64Array;

type Alter = (image: Raster, sway: Sway, random: Random) => Raster | Promise<Raster>;

function still(id: string, alter: Alter): Injection {
  return {
    id,
    species: 'injected_still',
    async *build(pictures, count, random) {
      const source = pictures[Math.floor(random() * pictures.length)]!;
      const phases = Array.from({ length: 4 }, () => 2 * Math.PI * random());
      for (let index = 0; index < count; index++) {
        const sway: Sway = (amount, tilt) => swayAt(source.image, index, phases, amount, tilt);
        const image = await alter(source.image, sway, random);
        yield { ...source, image, index, timestampMs: index * FRAME_MS };
      }
    },
  };
}

/** Frames of one round of a loop. */
const LENGTH_MIN = 6;
const LENGTHS = 8;

function loop(id: string, order: (length: number) => (frame: number) => number): Injection {
  return {
    id,
    species: 'injected_loop',
    async *build(pictures, count, random) {
      const length = Math.min(LENGTH_MIN + Math.floor(random() * LENGTHS), pictures.length);
      const start = Math.floor(random() * (pictures.length - length));
      const frameAt = order(length);
      for (let index = 0; index < count; index++) {
        const source = pictures[start + frameAt(index)]!;
        const image = await compress(source.image, random);
        yield { ...source, image, index, timestampMs: index * FRAME_MS };
      }
    },
  };
}

/** Sums of slow waves, as a hand or a script moves a picture. */
function swayAt(
  { width, height }: Raster,
  index: number,
  [p = 0, q = 0, r = 0, s = 0]: readonly number[],
  amount: number,
  tilt: number,
): Float64Array {
  const wave = (speed: number, phase: number) => Math.sin(index * speed + phase);
  const angle = 0.8 * amount * wave(0.13, s);
  const zoom = 1 + amount * wave(0.11, q);
  const cos = Math.cos(angle) * zoom;
  const sin = Math.sin(angle) * zoom;
  const [x, y] = [width / 2, height / 2];
  const dx = amount * width * (wave(0.21, p) + 0.3 * wave(0.9, q));
  const dy = 0.7 * amount * width * wave(0.17, r);
  const tiltX = (tilt * wave(0.15, r)) / width;
  const tiltY = (tilt * wave(0.19, p)) / width;
  // The tilt is about the centre: its denominator there is 1, and elsewhere 1 + tiltX (u - x) + tiltY (v - y).
  const rest = 1 - tiltX * x - tiltY * y;
  return Float64Array.of(
    (cos + tiltX * x) / rest,
    (-sin + tiltY * x) / rest,
    (x * rest - cos * x + sin * y + dx) / rest,
    (sin + tiltX * y) / rest,
    (cos + tiltY * y) / rest,
    (y * rest - sin * x - cos * y + dy) / rest,
    tiltX / rest,
    tiltY / rest,
    1,
  );
}

/** Normal numbers that are drawn once for a picture; its pixels pick among them. */
const NOISE_NUMBERS = 4096;

function addNoise(image: Raster, deviation: number, random: Random): Raster {
  const noise = Float32Array.from({ length: NOISE_NUMBERS }, () => deviation * gaussian(random) + 0.5);
  // Numerical Recipes' 32-bit generator: its upper bits pick the number.
  let state = Math.floor(random() * 2 ** 32);
  const data = new Uint8ClampedArray(image.data.length);
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = Math.floor(image.data[at]! + noise[state >>> 20]!);
  }
  return { ...image, data: new Uint8Array(data.buffer) };
}

async function compress(image: Raster, random: Random): Promise<Raster> {
  const decoded = decodeImage(await encodeJpeg(image, 55 + Math.floor(random() * 30)));
  if (!decoded.ok) throw new Error('a JPEG written here cannot be read back');
  return decoded.image;
}
