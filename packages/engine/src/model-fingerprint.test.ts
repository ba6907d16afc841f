import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modelFingerprint } from './model-fingerprint.ts';
import { loadModels, type Model } from './models.ts';

const models = await loadModels(fileURLToPath(new URL('../../../models', import.meta.url)));
const model = models.find(({ manifest }) => manifest.objector)!;
const print = (change: Partial<Model>) => modelFingerprint({ ...model, ...change });

describe('modelFingerprint', () => {
  it('tells the shipped models apart and is the same each time', () => {
    const prints = models.map(modelFingerprint);
    expect(models.map(modelFingerprint)).toEqual(prints);
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('changes with every number that a score depends on', () => {
    const { manifest, coefficients, sequence, objector } = model;
    const changed: Partial<Model>[] = [
      { coefficients: { ...coefficients, intercept: coefficients.intercept + 1e-9 } },
      { manifest: { ...manifest, calibration: { ...manifest.calibration, slope: 1 } } },
      { manifest: { ...manifest, framesScored: manifest.framesScored + 1 } },
      { manifest: { ...manifest, objector: { ...manifest.objector!, weight: 9 } } },
      { objector: { ...objector!, intercept: 9 } },
      { sequence: { ...sequence!, version: 'another' } },
    ];
    const prints = [print({}), ...changed.map(print)];
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('stays when only figures, labels or prices change', () => {
    const manifest = { ...model.manifest, label: 'x', credits: 99, evaluation: null, sensitivity: undefined };
    expect(print({ manifest })).toBe(print({}));
  });
});
