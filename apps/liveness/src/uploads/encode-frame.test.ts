import { decodeImage } from '@vivant/engine/image/decode';
import { expect, it } from 'vitest';
import { encodeFrame } from './encode-frame.ts';

it('loses nothing of a picture', async () => {
  const data = Uint8Array.from({ length: 7 * 5 * 3 }, (_, at) => (at * 89) % 256);
  const decoded = decodeImage(await encodeFrame({ width: 7, height: 5, data }));
  expect(decoded).toMatchObject({ ok: true, image: { width: 7, height: 5 } });
  expect(decoded.ok && [...decoded.image.data]).toEqual([...data]);
});
