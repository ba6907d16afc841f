import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeImage, encodeInTurns } from './base64.ts';

describe('encodeImage', () => {
  it.each([0, 1, 2, 3, 786_431, 786_432, 786_433, 3_000_000])(
    'writes %i bytes as Buffer does',
    async (length) => {
      const bytes = new Uint8Array(randomBytes(length));
      const expected = Buffer.from(bytes).toString('base64');
      expect((await encodeInTurns(bytes)) === expected).toBe(true);
      expect((await encodeImage(bytes)) === expected).toBe(true);
      expect((await encodeImage(bytes.buffer)) === expected).toBe(true);
      expect((await encodeImage(new Blob([bytes]))) === expected).toBe(true);
    },
  );

  it('takes only the bytes of a view', async () => {
    expect(await encodeImage(new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4))).toBe('AgME');
  });

  it('lets others have their turn while it writes a large picture', async () => {
    const order: string[] = [];
    const encoded = encodeInTurns(new Uint8Array(8_000_000)).then(() => order.push('encoded'));
    setTimeout(() => order.push('other'), 0);
    await encoded;
    expect(order).toEqual(['other', 'encoded']);
  });

  it('leaves base64 and data: URLs as they are', async () => {
    expect(await encodeImage('AgME')).toBe('AgME');
    expect(await encodeImage('data:image/png;base64,AgME')).toBe('data:image/png;base64,AgME');
  });

  it('refuses a data: URL that is not base64', async () => {
    await expect(encodeImage('data:image/svg+xml,<svg/>')).rejects.toThrow(TypeError);
  });
});
