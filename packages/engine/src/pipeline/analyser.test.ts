import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckOutcome, Frame } from '../check.ts';
import { encodePng } from '../image/encode.ts';
import type { Raster } from '../image/raster.ts';
import type { Model } from '../models.ts';
import { swapLayers } from '../signals/swap-layers.ts';
import { drawPortrait, placeOn } from '../testing/drawn-portrait.ts';
import { testNetPaths } from '../testing/test-weights.ts';
import { type Analyser, createAnalyser } from './analyser.ts';

/** A model of four frames, two of them scored, that looks at the log-odds of the PAD nets alone. */
const MODEL: Model = {
  manifest: {
    id: 'test-4',
    label: 'Test',
    description: 'Test',
    family: 'fast',
    framesRequired: 4,
    framesScored: 2,
    needs: { landmarks: false, fps: false },
    coefficients: 'test.coefficients.json',
    calibration: { slope: 1, intercept: 0 },
    credits: 1,
    status: 'active',
    replacement: null,
    sunset: null,
    licences: [],
    evaluation: null,
  },
  coefficients: {
    version: 'test',
    signals: ['pad-logits'],
    mean: [0, 0, 0, 0],
    deviation: [1, 1, 1, 1],
    weight: [1, 1, 1, 1],
    intercept: 0,
    clip: 5,
    objections: [],
    endorsements: [],
  },
};

const EMPTY = placeOn(320, 240, { width: 0, height: 0, data: new Uint8Array(0) }, 0, 0);
const PORTRAIT = placeOn(320, 240, drawPortrait(240), 40, 0);
const COUPLE = placeOn(480, 240, PORTRAIT, 0, 0);

let analyser: Analyser;
beforeAll(async () => {
  analyser = await createAnalyser(await testNetPaths(), [MODEL, DOUBTED, PULSED, SURE, TRUSTING]);
});

function analyse(images: readonly Raster[], modelId = 'test-4'): Promise<CheckOutcome> {
  const frames = images.map((image, index) => ({ index, timestampMs: index * 33, image }));
  return analyser.analyse({ modelId, frames });
}

/** The same with an objector that finds fault with everything. */
const DOUBTED: Model = {
  ...MODEL,
  manifest: {
    ...MODEL.manifest,
    id: 'test-doubted',
    objector: { coefficients: 'doubt.coefficients.json', below: 0, weight: 2 },
  },
  objector: {
    version: 'test',
    signals: ['swap-layers'],
    mean: swapLayers.features.map(() => 0),
    deviation: swapLayers.features.map(() => 1),
    weight: swapLayers.features.map(() => 0),
    intercept: -50,
    clip: 5,
    objections: [],
    endorsements: [],
  },
};

/** The same with a pulse, which goes by the frame rate that the caller states. */
const PULSED: Model = {
  ...MODEL,
  manifest: { ...MODEL.manifest, id: 'test-pulsed', needs: { landmarks: false, fps: true } },
  sequence: {
    version: 'test',
    terms: [{ signal: 'pulse', feature: 'snr', mean: 20, deviation: 1, weight: 1, low: -1, high: 1 }],
  },
};

/** The same with an objection of its own to every face. */
const SURE: Model = {
  ...MODEL,
  manifest: { ...MODEL.manifest, id: 'test-sure' },
  coefficients: {
    ...MODEL.coefficients,
    objections: [{ id: 'print_texture', feature: 0, below: 1e6, weight: 1 }],
  },
};

/** The same with evidence of its own for every face. */
const TRUSTING: Model = {
  ...MODEL,
  manifest: { ...MODEL.manifest, id: 'test-trusting' },
  coefficients: {
    ...MODEL.coefficients,
    endorsements: [{ id: 'nets_agree', features: [{ feature: 0, above: -1e6 }], weight: 1, most: 50 }],
  },
};

describe('analyser', () => {
  it('judges a capture and says what it looked at', async () => {
    const outcome = await analyse([PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT]);
    expect(outcome).toMatchObject({
      kind: 'judged',
      framesProcessed: 4,
      diagnostics: { framesReceived: 4, framesUsable: 4, framesScored: 2, rejections: {} },
    });
    if (outcome.kind !== 'judged') throw new Error(outcome.kind);
    expect(outcome.realScore).toBeGreaterThanOrEqual(0);
    expect(outcome.realScore).toBeLessThanOrEqual(1);
    expect(outcome.verdict).toBe(outcome.realScore >= 0.65 ? 'live' : 'fake');
    expect(outcome.faceShare).toBeGreaterThan(0.3);
  });

  it('lets a second fusion object, and says so', async () => {
    const outcome = await analyse([PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT], 'test-doubted');
    expect(outcome).toMatchObject({ kind: 'judged', verdict: 'fake' });
    if (outcome.kind !== 'judged') throw new Error(outcome.kind);
    expect(outcome.diagnostics.signals['swap-layers']).toBeCloseTo(-100);
    expect(outcome.diagnostics.reasons[0]).toBe('face_swap');
  });

  it('names the attack that an objection of the frames speaks of', async () => {
    const outcome = await analyse([PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT], 'test-sure');
    expect(outcome).toMatchObject({ kind: 'judged', verdict: 'fake' });
    if (outcome.kind !== 'judged') throw new Error(outcome.kind);
    expect(outcome.diagnostics.signals['print_texture']).toBeLessThan(-9e5);
    expect(outcome.diagnostics.reasons[0]).toBe('print_texture');
  });

  it('names what the frames endorse, where that decided for a person', async () => {
    const outcome = await analyse([PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT], 'test-trusting');
    expect(outcome).toMatchObject({ kind: 'judged', verdict: 'live' });
    if (outcome.kind !== 'judged') throw new Error(outcome.kind);
    expect(outcome.diagnostics.signals['nets_agree']).toBe(50);
    expect(outcome.diagnostics.reasons[0]).toBe('nets_agree');
  });

  it('says of a capture that it turned away when most of its frames were hardly good enough', async () => {
    const reasonsIn = async (...gains: number[]) => {
      const frames = gains.map((gain, index) => ({ index, timestampMs: index, image: dim(PORTRAIT, gain) }));
      const outcome = await analyser.analyse({ modelId: 'test-sure', frames });
      return outcome.kind === 'judged' ? outcome.diagnostics.reasons : outcome.kind;
    };
    expect(await reasonsIn(1, 1, 0.2, 0.2)).not.toContain('low_quality');
    expect(await reasonsIn(1, 0.2, 0.2, 0.2)).toContain('low_quality');
  });

  it('goes by the stated frame rate where a model needs one, not by timestamps', async () => {
    // Thirteen frames are 1.5 s at 8 a second: enough for a pulse. At 60 a second they are not.
    const frames = Array.from({ length: 13 }, (_, index) => ({ index, timestampMs: 0, image: PORTRAIT }));
    const pulseAt = async (fps: number) => {
      const outcome = await analyser.analyse({ modelId: 'test-pulsed', frames, fps });
      return outcome.kind === 'judged' ? outcome.diagnostics.signals['pulse'] : undefined;
    };
    expect(await pulseAt(8)).toBe(-1);
    expect(await pulseAt(60)).toBeCloseTo(0);
  });

  it('gives the same numbers for encoded and decoded frames, and every time', async () => {
    const png = await encodePng(PORTRAIT);
    const frames: Frame[] = [0, 1, 2, 3].map((index) => ({ index, timestampMs: index * 33, bytes: png }));
    const encoded = await analyser.analyse({ modelId: 'test-4', frames });
    const portraits = [PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT];
    expect(await analyse(portraits)).toEqual(encoded);
    expect(await analyse(portraits)).toEqual(encoded);
  });

  it('judges when 70 % of the required frames are usable, and not below', async () => {
    expect(await analyse([PORTRAIT, EMPTY, PORTRAIT, PORTRAIT])).toMatchObject({
      kind: 'judged',
      framesProcessed: 3,
      diagnostics: { framesScored: 2, rejections: { 'no-face': 1 } },
    });
    expect(await analyse([PORTRAIT, EMPTY, EMPTY, PORTRAIT])).toEqual({
      kind: 'insufficient',
      framesRequired: 4,
      framesReceived: 4,
      framesUsable: 2,
      rejections: { 'no-face': 2 },
    });
  });

  it('never guesses a verdict for a face it did not see', async () => {
    expect(await analyse([EMPTY, EMPTY, EMPTY, EMPTY])).toMatchObject({
      kind: 'insufficient',
      rejections: { 'no-face': 4 },
    });
  });

  it('does not judge when there are two faces', async () => {
    const two = placeSecond(COUPLE, drawPortrait(240), 240);
    expect(await analyse([two, two, two, two])).toMatchObject({
      kind: 'insufficient',
      framesUsable: 0,
      rejections: { 'multiple-faces': 4 },
    });
  });

  it('does not judge fewer frames than the model requires', async () => {
    expect(await analyse([PORTRAIT, PORTRAIT, PORTRAIT])).toMatchObject({
      kind: 'insufficient',
      framesReceived: 3,
      framesUsable: 3,
    });
  });

  it('names the frame that is no image', async () => {
    const png = await encodePng(PORTRAIT);
    const frames: Frame[] = [
      { index: 3, timestampMs: 0, bytes: png },
      { index: 7, timestampMs: 33, bytes: new TextEncoder().encode('not an image') },
    ];
    expect(await analyser.analyse({ modelId: 'test-4', frames })).toEqual({
      kind: 'undecodable',
      frameIndex: 7,
      cause: 'unknown-format',
    });
  });

  it('takes the landmarks of the caller and does not look for a face then', async () => {
    const landmarks = Float32Array.from({ length: 478 * 3 }, (_, at) =>
      ellipsePoint(Math.floor(at / 3), at % 3),
    );
    const frames: Frame[] = [0, 1, 2, 3].map((index) => ({
      index,
      timestampMs: index,
      image: PORTRAIT,
      landmarks,
    }));
    const outcome = await analyser.analyse({ modelId: 'test-4', frames });
    expect(outcome).toMatchObject({ kind: 'judged', framesProcessed: 4 });
    expect(await analyse([EMPTY, EMPTY, EMPTY, EMPTY])).toMatchObject({ kind: 'insufficient' });
  });

  it('refuses coefficients that do not fit their signals', async () => {
    const misfit = { ...MODEL, coefficients: { ...MODEL.coefficients, weight: [1] } };
    await expect(createAnalyser(await testNetPaths(), [misfit])).rejects.toThrow('1 weights for 4 features');
  });
});

/** Pastes a picture over another. */
function placeSecond(base: Raster, picture: Raster, left: number): Raster {
  const data = Uint8Array.from(base.data);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
    data.set(row, (y * base.width + left) * 3);
  }
  return { ...base, data };
}

/** Mesh-like points spread over the drawn head; the eye corners lie where the mesh has them. */
function ellipsePoint(point: number, axis: number): number {
  if (axis === 2) return 0;
  const corners: Record<number, readonly [number, number]> = {
    33: [0.42, 0.405],
    133: [0.46, 0.405],
    362: [0.54, 0.405],
    263: [0.58, 0.405],
  };
  const corner = corners[point];
  if (corner) return corner[axis as 0 | 1];
  const angle = point * 2.4;
  return axis === 0 ? 0.5 + 0.13 * Math.cos(angle) : 0.46 + 0.22 * Math.sin(angle);
}

function dim(image: Raster, gain: number): Raster {
  return { ...image, data: image.data.map((level) => level * gain) };
}
