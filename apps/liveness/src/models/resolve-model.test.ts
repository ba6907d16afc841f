import type { ModelManifest } from '@vivant/engine/model-manifest';
import { describe, expect, it } from 'vitest';
import { manifest } from '../testing/manifests.ts';
import { createCatalogue } from './catalogue.ts';
import { DOCUMENTED_ALIASES } from './documented-aliases.ts';
import { type ModelSelection, resolveModel } from './resolve-model.ts';

const everyModel = createCatalogue([...DOCUMENTED_ALIASES].map((id) => manifest({ id })));
const shipped = createCatalogue([manifest({ id: '10' }), manifest({ id: 'mixed-10-v2' })]);

function resolve(selection: ModelSelection): ModelManifest {
  return resolveModel(everyModel, selection, '10');
}

describe('without X-Model-Version', () => {
  it('takes the alias of the body', () => {
    expect(resolve({ alias: 'mixed-30-v3' }).id).toBe('mixed-30-v3');
  });

  it('takes the default alias when the body names none, whatever frame_count says', () => {
    expect(resolve({ frameCount: 60 }).id).toBe('10');
  });

  it('refuses an alias that is not in the catalogue', () => {
    expect(() => resolve({ alias: 'mixed-11-v2' })).toThrow(
      expect.objectContaining({ code: 'validation_error', message: expect.stringContaining('mixed-11-v2') }),
    );
  });

  it('says of a documented alias without a manifest that this deployment lacks it', () => {
    expect(() => resolveModel(shipped, { alias: 'mixed-60-v2' }, '10')).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        message: 'Model "mixed-60-v2" is not available in this deployment. Available: 10, mixed-10-v2.',
      }),
    );
  });
});

describe('with X-Model-Version', () => {
  it.each([
    ['latest', 10, 'mixed-10-v2'],
    ['latest', 120, 'mixed-120-v2'],
    ['v2', 30, 'mixed-30-v2'],
    ['v2', 90, 'mixed-90-v2'],
    ['v3', 60, 'mixed-60-v3'],
    ['v3_1', 90, 'mixed-90-v3_1'],
    ['v3_1_1', 120, 'mixed-120-v3_1_1'],
    ['fast', 10, '10'],
    ['fast', undefined, '10'],
    ['v1', undefined, '50-v1'],
    ['v1', 30, '50-v1'],
  ])('resolves %s with frame_count %s to %s', (version, frameCount, id) => {
    expect(resolve({ version, frameCount }).id).toBe(id);
  });

  it('ignores the alias of the body, even an unknown one', () => {
    expect(resolve({ version: 'v2', frameCount: 10, alias: 'nonsense' }).id).toBe('mixed-10-v2');
  });

  it.each(['latest', 'v2', 'v3', 'v3_1', 'v3_1_1'])('misses frame_count with %s', (version) => {
    expect(() => resolve({ version })).toThrow(
      expect.objectContaining({ code: 'missing_field', message: expect.stringContaining('frame_count') }),
    );
  });

  it.each([
    ['v2', 50],
    ['v3', 90],
    ['v3', 120],
    ['v3_1', 120],
    ['fast', 30],
  ])('refuses %s with frame_count %s, for which there is no model', (version, frameCount) => {
    expect(() => resolve({ version, frameCount })).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        message: expect.stringContaining(String(frameCount)),
      }),
    );
  });

  it.each(['v4', 'V2', '', '__proto__'])('refuses the unknown version "%s"', (version) => {
    expect(() => resolve({ version, frameCount: 10 })).toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    );
  });
});
