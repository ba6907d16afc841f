import { expect, it } from 'vitest';
import { drawPortrait } from '../testing/drawn-portrait.ts';
import { decodeImage } from './decode.ts';
import { encodeJpeg, encodePng } from './encode.ts';

const PICTURE = { ...drawPortrait(64), width: 64 };

it('a PNG decodes to the very same pixels', async () => {
  expect(decodeImage(await encodePng(PICTURE))).toEqual({ ok: true, image: PICTURE });
});

it('a JPEG decodes to nearly the same pixels, and is smaller at a lower quality', async () => {
  const [fine, coarse] = await Promise.all([encodeJpeg(PICTURE, 95), encodeJpeg(PICTURE, 30)]);
  expect(coarse.length).toBeLessThan(fine.length);
  const decoded = decodeImage(fine);
  if (!decoded.ok) throw new Error(decoded.cause);
  const differences = decoded.image.data.map((level, at) => Math.abs(level - PICTURE.data[at]!));
  expect(differences.reduce((a, b) => a + b, 0) / differences.length).toBeLessThan(4);
});
