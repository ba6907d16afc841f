import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tenantCalibration } from '@vivant/engine/fusion/tenant-calibration';
import { modelFingerprint } from '@vivant/engine/model-fingerprint';
import { describe, expect, it } from 'vitest';
import { range, sequenceRows } from '../dataset/testing/manifest-text.ts';
import { datasetFolder, temporaryFolder } from '../testing/dataset-folder.ts';
import { modelsFolder, sampleModel } from '../testing/sample-model.ts';
import { createScoringEngine } from '../testing/scoring-engine.ts';
import { runCalibrateCommand } from './command.ts';

const PEOPLE = range(0, 7).map((person) => `p${person}`);
/** Eight people with eight frames each, four captures of two frames, and an attack that scores high. */
const ROWS = [
  ...PEOPLE.flatMap((subject) => sequenceRows(subject, range(0, 7), { subject })),
  ...sequenceRows('attack', range(0, 7), { label: 'attack', species: 'screen' }),
];

const measured = (id: string) => {
  const { manifest, ...model } = sampleModel(id, 2);
  const apcer = [
    { offset: 0, value: 0.04 },
    { offset: 2, value: 0.08 },
  ];
  return { ...model, manifest: { ...manifest, sensitivity: { bonaFideMedian: 2, apcer } } };
};

async function run(argv: readonly string[], score = '0.6') {
  const written = { output: '', errors: '' };
  const data = await datasetFolder(ROWS, ({ path }) => (path.startsWith('attack') ? '0.99' : score));
  const out = join(await temporaryFolder(), 'calibration.json');
  const code = await runCalibrateCommand(['--data', data, '--out', out, ...argv], {
    modelsDir: await modelsFolder([measured('two'), sampleModel('unmeasured', 2)]),
    workers: 1,
    createEngine: async () => createScoringEngine(),
    readVideo: () => {
      throw new Error('the data set holds no video');
    },
    signal: new AbortController().signal,
    now: () => 0,
    today: () => new Date(0),
    output: { write: (text: string) => (written.output += text) },
    errors: { write: (text: string) => (written.errors += text) },
  });
  return { code, out, ...written };
}

describe('the calibrate command', () => {
  it('writes the offset of the genuine captures with its evidence, and leaves attacks out', async () => {
    const { code, out, output } = await run(['--model', 'two']);
    expect(code).toBe(0);
    const file = JSON.parse(await readFile(out, 'utf8'));
    expect(tenantCalibration.parse(file)).toEqual(file);
    expect(file).toMatchObject({
      formatVersion: 1,
      modelFingerprint: modelFingerprint(measured('two')),
      model: 'two',
      coefficientsVersion: 'sample-1',
      operatingThreshold: 0.65,
      notAcquired: 0,
      evidence: { captures: 32, subjects: 8, bpcerBefore: 1, bpcerAfter: 0 },
    });
    expect(file.offset).toBeGreaterThan(0.5);
    expect(output).toContain('called fake: 100.0 % before, 0.0 % after (32 of 8 people)');
  });

  it('says when the captures are too few, the model unmeasured or unknown', async () => {
    expect(await run(['--model', 'two'], 'dark')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('0 genuine captures of 0 people'),
    });
    expect(await run(['--model', 'unmeasured'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('never measured'),
    });
    expect(await run(['--model', 'none'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('unknown model none; known: two, unmeasured'),
    });
  });
});
