import { fileURLToPath } from 'node:url';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { loadModels, type Model } from '@vivant/engine/models';
import { frameSignals } from '@vivant/engine/signals/registry';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { DOCUMENTED_ALIASES } from './documented-aliases.ts';
import { modelHeaders } from './model-headers.ts';
import { requireLandmarkModel } from './resolve-landmark-model.ts';
import { resolveModel } from './resolve-model.ts';

let models: Model[];
let catalogue: Catalogue;
beforeAll(async () => {
  models = await loadModels(fileURLToPath(new URL('../../../../models', import.meta.url)));
  catalogue = createCatalogue(models.map(({ manifest }) => manifest));
});

const ALL = [10, 30, 60, 90, 120];
const CREDITS: Readonly<Record<number, number>> = { 10: 1, 30: 3, 60: 6, 90: 9, 120: 12 };

/** The model catalogue of the specification: family, alias with N for the frames, frames, whether it is deprecated. */
const FAMILIES = [
  ['mixed', 'mixed-N', ALL, true],
  ['v2', 'mixed-N-v2', ALL, false],
  ['v3', 'mixed-N-v3', [10, 30, 60], false],
  ['v3_1', 'mixed-N-v3_1', [10, 30, 60, 90], false],
  ['v3_1_1', 'mixed-N-v3_1_1', ALL, false],
  ['hybrid-v2', 'hybrid-v2-N', ALL, false],
] as const;
const FAMILY_ROWS = FAMILIES.flatMap(([family, alias, counts, isDeprecated]) =>
  counts.map((frames) => [alias.replace('N', `${frames}`), family, frames, isDeprecated] as const),
);

function resolved(selection: Parameters<typeof resolveModel>[1]): ModelManifest {
  return resolveModel(catalogue, selection, '10');
}

describe('the catalogue of the specification', () => {
  it('is shipped whole, and nothing besides', () => {
    expect(catalogue.ids.toSorted()).toEqual([...DOCUMENTED_ALIASES].toSorted());
  });

  it.each(FAMILY_ROWS)('%s: family %s, %s frames, deprecated %s', (alias, family, frames, isDeprecated) => {
    const model = resolved({ alias });
    expect(model).toMatchObject({ id: alias, family, framesRequired: frames, credits: CREDITS[frames] });
    expect(model.status).toBe(isDeprecated ? 'deprecated' : 'active');
    expect(model.replacement).toBe(isDeprecated ? `${alias}-v2` : null);
    expect(model.needs.fps).toBe(family === 'hybrid-v2');
  });

  it.each([
    ['10', 'fast', 10, 1, null],
    ['50', 'spatial', 50, 5, null],
    ['250', 'spatial', 250, 25, null],
    ['50-v1', 'spatial', 50, 5, 'mixed-10-v2'],
  ])(
    '%s: family %s, %s frames, %s credits, replacement %s',
    (alias, family, frames, credits, replacement) => {
      const model = resolved({ alias });
      expect(model).toMatchObject({ id: alias, family, framesRequired: frames, credits, replacement });
      expect(model.status).toBe(replacement === null ? 'active' : 'deprecated');
    },
  );

  it('names of every deprecated model an active one to move to and a day, in the headers too', () => {
    const deprecated = models.map(({ manifest }) => manifest).filter(({ status }) => status === 'deprecated');
    expect(deprecated).toHaveLength(6);
    for (const model of deprecated) {
      expect(catalogue.find(model.replacement!)!.status).toBe('active');
      expect(modelHeaders('X-Service', model)).toMatchObject({
        Deprecation: 'true',
        Sunset: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        'X-Service-Suggested-Model': model.replacement,
      });
    }
  });

  it('holds no model twice: each differs from every other in what it looks at, or in how many frames', () => {
    const looks = models.map(({ manifest }) => {
      const { coefficients, sequence, objector, framesRequired, framesScored, needs } = manifest;
      return JSON.stringify([
        coefficients,
        sequence,
        objector?.coefficients,
        framesRequired,
        framesScored,
        needs,
      ]);
    });
    expect(new Set(looks).size).toBe(models.length);
  });

  it.each([
    ['latest', ALL, 'mixed-N-v2'],
    ['v2', ALL, 'mixed-N-v2'],
    ['v3', [10, 30, 60], 'mixed-N-v3'],
    ['v3_1', [10, 30, 60, 90], 'mixed-N-v3_1'],
    ['v3_1_1', ALL, 'mixed-N-v3_1_1'],
    ['fast', [10], '10'],
  ])('version %s takes the frame counts %j and no other', (version, counts, id) => {
    for (const frameCount of counts) {
      const { id: found } = resolved({ version, frameCount, alias: '50' });
      expect(found).toBe(id.replace('N', `${frameCount}`));
    }
    const others = [...ALL, 0, 11, 50, 250].filter((frameCount) => !counts.includes(frameCount));
    for (const frameCount of others) {
      expect(() => resolved({ version, frameCount, alias: '50' })).toThrow(
        expect.objectContaining({ code: 'validation_error' }),
      );
    }
  });

  it('version v1 is the legacy spatial model whatever the count, and fast needs none', () => {
    for (const frameCount of [undefined, 10, 77]) {
      expect(resolved({ version: 'v1', frameCount }).id).toBe('50-v1');
    }
    expect(resolved({ version: 'fast' }).id).toBe('10');
  });

  it('lets live-check use the V3 families and nothing else', () => {
    const v3 = ['v3', 'v3_1', 'v3_1_1'];
    const all = models.map(({ manifest }) => manifest);
    const taken = all.filter(({ family }) => v3.includes(family));
    expect(taken).toHaveLength(12);
    for (const model of taken) expect(() => requireLandmarkModel(model)).not.toThrow();
    for (const model of all.filter(({ family }) => !v3.includes(family))) {
      expect(() => requireLandmarkModel(model)).toThrow(
        expect.objectContaining({ code: 'unsupported_model' }),
      );
    }
  });
});

describe('what the families look at', () => {
  const model = (id: string) => models.find(({ manifest }) => manifest.id === id)!;
  const terms = (id: string) => new Set(model(id).sequence?.terms.map(({ signal }) => signal));

  it('the spatial models: exactly 72 features', () => {
    for (const id of ['50', '250', '50-v1']) {
      const { coefficients } = model(id);
      const names = frameSignals(coefficients.signals).flatMap(({ features }) => features);
      expect(names).toHaveLength(72);
      expect(coefficients.weight).toHaveLength(72);
      expect(model(id).sequence).toBeUndefined();
    }
  });

  it('the legacy mixed models: the nets’ log-odds alone', () => {
    for (const frames of ALL) expect(model(`mixed-${frames}`).coefficients.signals).toEqual(['pad-logits']);
  });

  it('the hybrid models: a pulse beside what V2 looks at', () => {
    for (const frames of ALL) {
      expect(model(`hybrid-v2-${frames}`).coefficients).toEqual(model(`mixed-${frames}-v2`).coefficients);
      expect(terms(`hybrid-v2-${frames}`)).toContain('pulse');
    }
  });

  it('V3.1 and V3.1.1, and no other: face swaps', () => {
    for (const { manifest, objector } of models) {
      const isExpected = manifest.family === 'v3_1' || manifest.family === 'v3_1_1';
      expect(objector?.signals).toEqual(isExpected ? ['swap-layers'] : undefined);
    }
  });

  it('V3.1.1: injected pictures with more weight than V3, and on long captures a pulse', () => {
    const still = (id: string) =>
      model(id).sequence!.objections!.find((one) => one.id === 'injected_still')!.scale;
    for (const frames of ALL) {
      expect(still(`mixed-${frames}-v3_1_1`)).toBeGreaterThan(still(`mixed-${frames === 10 ? 10 : 30}-v3`));
      expect(terms(`mixed-${frames}-v3_1_1`).has('pulse')).toBe(frames > 10);
    }
  });
});
