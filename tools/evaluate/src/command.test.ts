import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from './arguments.ts';
import { type CommandTools, runEvaluateCommand } from './command.ts';
import { range, sequenceRows } from './dataset/testing/manifest-text.ts';
import { datasetFolder, temporaryFolder } from './testing/dataset-folder.ts';
import { modelsFolder, sampleModel } from './testing/sample-model.ts';
import { createScoringEngine } from './testing/scoring-engine.ts';

const ROWS = [
  ...sequenceRows('live', range(0, 3)),
  ...sequenceRows('spoof', range(0, 3), { label: 'attack', species: 'screen' }),
];

async function runCommand(argv: readonly string[], tools: Partial<CommandTools> = {}) {
  const written = { output: '', errors: '' };
  const reportsDir = await temporaryFolder();
  const code = await runEvaluateCommand(argv, {
    config: { weightsDir: '/nowhere', reportsDir, ffmpegPath: undefined },
    modelsDir: await modelsFolder([sampleModel('two', 2), sampleModel('nine', 9)]),
    cores: 1,
    createEngine: async () => createScoringEngine(),
    readVideo: () => {
      throw new Error('the data set holds no video');
    },
    engineVersion: '0.1.0',
    signal: new AbortController().signal,
    now: () => 0,
    today: () => new Date(0),
    output: { write: (text: string) => (written.output += text) },
    errors: { write: (text: string) => (written.errors += text) },
    ...tools,
  });
  return { code, ...written, reportsDir };
}

function sampleData(): Promise<string> {
  return datasetFolder(ROWS, ({ path }) => (path.startsWith('live') ? '0.9' : '0.2'));
}

describe('the evaluate command', () => {
  it('writes report.json and report.html, prints the figures and where they are, and exits with 0', async () => {
    const { code, output, reportsDir } = await runCommand(['--data', await sampleData(), '--model', 'two']);
    expect(code).toBe(0);
    const dir = join(reportsDir, 'captures-dev');
    const report = JSON.parse(await readFile(join(dir, 'report.json'), 'utf8'));
    expect(report.models[0].series[0].overall.auc.value).toBe(1);
    expect(await readFile(join(dir, 'report.html'), 'utf8')).toContain('<!doctype html>');
    expect(output).toContain('two, attempts of 2 frames: 4 judged, 0 not acquired');
    expect(output).toContain(join(dir, 'report.html'));
  });

  it('writes where --out says', async () => {
    const out = join(await temporaryFolder(), 'new', 'folder');
    const { code } = await runCommand(['--data', await sampleData(), '--model', 'two', '--out', out]);
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).toHaveProperty('formatVersion', 2);
  });

  it('fails before judging anything when the report could not be written', async () => {
    const engine = createScoringEngine();
    const data = await sampleData();
    const argv = ['--data', data, '--model', 'two', '--out', join(data, 'manifest.csv', 'below-a-file')];
    expect(await runCommand(argv, { createEngine: async () => engine })).toMatchObject({ code: 1 });
    expect(engine.inferences).toHaveLength(0);
  });

  it('tells which models the captures are too short for', async () => {
    const argv = ['--data', await sampleData(), '--model', 'two', 'nine'];
    const { code, output } = await runCommand(argv);
    expect(code).toBe(0);
    expect(output).toContain('nine: not measured; it needs 9 consecutive frames');
    expect(output).toContain('dev split has 4');
  });

  it('fails when nothing at all could be measured', async () => {
    const { code, errors } = await runCommand(['--data', await sampleData(), '--model', 'nine']);
    expect(code).toBe(1);
    expect(errors).toContain('holds no attempt');
  });

  it('refuses an unknown model and names the known ones', async () => {
    const { code, errors } = await runCommand(['--data', await sampleData(), '--model', 'mixed-99']);
    expect(code).toBe(2);
    expect(errors).toContain('unknown model mixed-99; known models: nine, two');
  });

  it('explains wrong usage with exit code 2, and prints help with 0', async () => {
    expect(await runCommand(['--model', 'two'])).toMatchObject({ code: 2, output: '' });
    expect(await runCommand(['--help'])).toMatchObject({ code: 0, output: USAGE, errors: '' });
  });

  it('fails with the cause in one line when the data cannot be read', async () => {
    const dir = await temporaryFolder();
    const { code, errors } = await runCommand(['--data', dir, '--model', 'two']);
    expect(code).toBe(1);
    expect(errors).toMatch(/^cannot read .*manifest\.csv: ENOENT.*\n$/);
  });

  it('fails when the models folder is missing', async () => {
    const argv = ['--data', await sampleData(), '--model', 'two', '--models', '/nowhere'];
    expect(await runCommand(argv)).toMatchObject({ code: 1, errors: expect.stringContaining('ENOENT') });
  });

  it('says that it was stopped, writes no report, and exits with 130', async () => {
    const stop = new AbortController();
    const engine = createScoringEngine();
    const { code, errors, reportsDir } = await runCommand(['--data', await sampleData(), '--model', 'two'], {
      signal: stop.signal,
      createEngine: async () => {
        stop.abort(new Error('stopped by Ctrl-C'));
        return engine;
      },
    });
    expect(code).toBe(130);
    expect(errors).toContain('Stopped');
    await expect(readFile(join(reportsDir, 'captures-dev', 'report.json'))).rejects.toThrow('ENOENT');
  });

  it('lets an error nobody expected through, stack and all', async () => {
    const createEngine = () => Promise.reject(new TypeError('a bug'));
    const running = runCommand(['--data', await sampleData(), '--model', 'two'], { createEngine });
    await expect(running).rejects.toThrow(TypeError);
  });
});
