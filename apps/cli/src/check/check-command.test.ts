import type { Model } from '@vivant/engine/models';
import type { VideoPicture } from '@vivant/engine/pipeline/judge-runs';
import { createScriptedEngine, judged } from '@vivant/engine/testing/scripted-engine';
import { VideoError } from '@vivant/video/video-error';
import { describe, expect, it } from 'vitest';
import { runCheckCommand } from './check-command.ts';

const MODEL = { manifest: { id: 'mixed-10-v2', framesRequired: 2 } } as Model;

async function* twoPictures(): AsyncGenerator<VideoPicture> {
  for (const index of [0, 1])
    yield { index, timestampMs: index, width: 1, height: 1, data: new Uint8Array(3) };
}

async function run(
  argv: readonly string[],
  overrides: { realScore?: number; readVideo?: () => AsyncGenerator<VideoPicture> } = {},
) {
  const output: string[] = [];
  const errors: string[] = [];
  const engine = createScriptedEngine();
  engine.script((request) => judged(request, { realScore: overrides.realScore ?? 0.9 }));
  const code = await runCheckCommand(argv, {
    loadModels: async () => [MODEL],
    createEngine: async () => engine,
    countFrames: async () => 2,
    readVideo: overrides.readVideo ?? twoPictures,
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
  });
  return { code, output: output.join(''), errors: errors.join(''), engine };
}

describe('vivant check', () => {
  it('exits with 0 for a live face and 3 for a fake one, and says so', async () => {
    expect(await run(['clip.mp4'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('LIVE  score 90.0 %'),
    });
    expect(await run(['clip.mp4'], { realScore: 0.2 })).toMatchObject({
      code: 3,
      output: expect.stringContaining('FAKE  score 20.0 %'),
    });
  });

  it('prints JSON when asked', async () => {
    const { output } = await run(['clip.mp4', '--json']);
    expect(JSON.parse(output)).toMatchObject({
      kind: 'judged',
      verdict: 'live',
      runs: [{ framesProcessed: 2 }],
    });
  });

  it('exits with 4 when the video shows too little', async () => {
    const nothing = async function* (): AsyncGenerator<VideoPicture> {};
    expect(await run(['clip.mp4'], { readVideo: nothing })).toMatchObject({
      code: 4,
      output: expect.stringContaining('needs 2 frames'),
    });
  });

  it.each([
    { argv: [], says: 'FILE is missing' },
    { argv: ['a.mp4', 'b.mp4'], says: 'one file at a time' },
    { argv: ['a.mp4', '--model', 'mixed-99'], says: 'known: mixed-10-v2' },
    { argv: ['a.mp4', '--nonsense'], says: '--nonsense' },
  ])('exits with 2 and advice for $argv', async ({ argv, says }) => {
    expect(await run(argv)).toMatchObject({ code: 2, errors: expect.stringContaining(says) });
  });

  it('exits with 1 and a plain sentence for a file that is no video, and stops the engine', async () => {
    const broken = (): AsyncGenerator<VideoPicture> => {
      throw new VideoError('unsupported-container');
    };
    const { code, errors, engine } = await run(['notes.txt'], { readVideo: broken });
    expect(code).toBe(1);
    expect(errors).toBe('The file is not an MP4, MOV, AVI, WebM or MKV video.\n');
    expect(engine.ready).toBe(false);
  });
});
