import type { Model } from '@vivant/engine/models';
import type { VideoPicture } from '@vivant/engine/pipeline/judge-runs';
import { describe, expect, it } from 'vitest';
import { runRequestCommand } from './request-command.ts';

const MODEL = { manifest: { id: 'mixed-10-v2', framesRequired: 3 } } as Model;
const SESSION = '5a1f6d3e-5a3c-4d0e-9f6b-0a8f0f1c2d3e';

async function* pictures(): AsyncGenerator<VideoPicture> {
  for (let index = 0; ; index++) {
    yield {
      index,
      timestampMs: index * 33.4,
      width: 2,
      height: 1,
      data: Uint8Array.of(255, 0, 0, 0, 0, 255),
    };
  }
}

async function run(argv: readonly string[]) {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runRequestCommand(argv, {
    loadModels: async () => [MODEL],
    readVideo: pictures,
    newId: () => SESSION,
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
  });
  return { code, output: output.join(''), errors: errors.join('') };
}

describe('vivant request', () => {
  it('prints a body with as many PNG frames as the model needs, at their real times', async () => {
    const { code, output } = await run(['clip.mp4']);
    expect(code).toBe(0);
    const body = JSON.parse(output);
    expect(body).toMatchObject({ session_id: SESSION, model: 'mixed-10-v2' });
    expect(body.frames.map((frame: { timestamp_ms: number }) => frame.timestamp_ms)).toEqual([0, 33.4, 66.8]);
    const png = Buffer.from(body.frames[0].pixels, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('exits with 2 and advice when it is used wrongly', async () => {
    expect(await run([])).toMatchObject({ code: 2, errors: expect.stringContaining('exactly one FILE') });
    expect(await run(['a.mp4', '--model', 'x'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('known:'),
    });
  });
});
