import { array, assert, asyncProperty, integer, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteReader } from '../byte-reader.ts';
import { MalformedNut } from './cursor.ts';
import { type NutFrame, readNut } from './reader.ts';

/**
 * Four frames of two RGB pixels, as ffmpeg 4.1 and 5.1 both write them:
 * -f lavfi -i nullsrc=s=2x1:d=0.4,format=gbrp,geq=r=0:g=0:b=1+N,... -pix_fmt rgb24 -enc_time_base 1:2000000 -f nut
 */
const golden = Buffer.from(
  [
    '6e75742f6d756c74696d6564696120636f6e7461696e6572004e4d7a561f5f04ad4a030181ff7f0101fa8900c0000600',
    '0000000001a00002010128010029002101b47f2002b47f8179c00006000000000001060300000104000001b602fffa02',
    'fffb02fffc02fffdf7d327bf4e5311405bf2f9db1800000452474218000efa89000000000201010100c291fb964e49ab',
    '68b596ba78090000000000000000004e49ab68b596ba7833010000000207656e636f646572020d4c6176632072617776',
    '6964656f0c725f6672616d655f72617465020431302f31149558ff4e4be4adeeca456906000000000000012900060000',
    '01000001038d9a3e060000020000020399b47e06000003000003016983ad94d17e063ab527880000040000044e58dd67',
    '2f23e64e1483ad93d17e010d03000000000000001dc43346f0',
  ].join(''),
  'hex',
);

async function read(
  bytes: Uint8Array,
  chunkBytes = bytes.length,
  frameBytesMax = 1_000,
): Promise<NutFrame[]> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  const frames: NutFrame[] = [];
  for await (const frame of readNut(createByteReader(chunks()), frameBytesMax)) frames.push(frame);
  return frames;
}

describe('a NUT stream', () => {
  it('gives each picture with its size and its exact time', async () => {
    const frames = await read(golden);
    expect(frames.map((frame) => frame.ticks)).toEqual([0, 199_998, 399_998, 899_999_998]);
    expect(frames.map((frame) => [...frame.data])).toEqual(
      [1, 2, 3, 4].map((blue) => [0, 0, blue, 0, 0, blue]),
    );
    expect(frames.every((frame) => frame.width === 2 && frame.height === 1)).toBe(true);
    expect(frames.every((frame) => frame.data.buffer.byteLength === 6)).toBe(true);
    expect(frames[0]!.timeBase).toEqual({ numerator: 1, denominator: 2_000_000 });
  });

  it('reads the same when every byte comes alone', async () => {
    expect(await read(golden, 1)).toEqual(await read(golden));
  });

  it('that breaks off anywhere gives the frames that were whole', async () => {
    const whole = await read(golden);
    for (let length = 0; length < golden.length; length++) {
      const frames = await read(golden.subarray(0, length));
      expect(frames).toEqual(whole.slice(0, frames.length));
    }
    expect(await read(golden.subarray(0, golden.indexOf('4e58', 0, 'hex') - 1))).toHaveLength(3);
  });

  it('with a frame above the limit is refused before memory is taken for it', async () => {
    await expect(read(golden, golden.length, 5)).rejects.toThrow(MalformedNut);
  });

  it('that is something else is refused', async () => {
    await expect(read(Buffer.from('P6\n640 480\n255\n'.repeat(9)))).rejects.toThrow(MalformedNut);
  });

  it('with any bytes changed is read or refused, and nothing worse', async () => {
    const change = record({ at: nat(golden.length - 1), to: integer({ min: 0, max: 255 }) });
    await assert(
      asyncProperty(array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const changed = Buffer.from(golden);
        for (const { at, to } of changes) changed[at] = to;
        const outcome: unknown = await read(changed).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof MalformedNut).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
