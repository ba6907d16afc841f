import type { AttemptResult } from '../../judge.ts';
import { createRandom, type Random } from '../../metrics/random.ts';
import { type EvaluationReport, type ModelReport, REPORT_FORMAT_VERSION } from '../report.ts';
import { summarizeSeries } from '../summarize-series.ts';

const THRESHOLD = 0.65;
const BOOTSTRAP = { seed: 1, resamples: 100, level: 0.95 };
const ENVIRONMENTS = ['env01', 'env02', 'env03', 'env04', 'env05', 'hall'];
const SPECIES = ['', '', 'screen', 'screen', 'print', 'mask'];
const MEAN_LOG_ODDS: Readonly<Record<string, number>> = { '': 4.6, screen: -3, print: -5, mask: -0.5 };

/** Results of an imagined model: rooms of differing difficulty, one attempt in twelve not acquired. */
export function syntheticResults(seed: number, attemptsPerRoom: number): readonly AttemptResult[] {
  const random = createRandom(seed);
  return ENVIRONMENTS.flatMap((environment, room) =>
    Array.from({ length: attemptsPerRoom }, (_, index) => {
      const species = SPECIES[index % SPECIES.length]!;
      const label = {
        id: `${environment}-${species || 'bf'}-${index}#0-9`,
        bonaFide: species === '',
        species,
        environment,
        subject: `${environment}-p${index % 3}`,
      };
      if (random() < 1 / 12) return { ...label, acquired: false, causes: { 'too-dark': 7, 'no-face': 2 } };
      const logOdds = MEAN_LOG_ODDS[species]! + (room - 3) * 0.5 + 2 * normal(random);
      return {
        ...label,
        acquired: true,
        score: 1 / (1 + Math.exp(-logOdds)),
        reasons: logOdds > 0.6 ? ['natural_texture', 'sensor_noise'] : ['spoof_texture', 'screen_colour'],
        signals: { 'pad-logits': logOdds, blur: 0.2 * normal(random) },
        appearance: {
          interocularPx: 30 + 70 * random(),
          faceShare: 0.2 + 0.3 * random(),
          centreOffset: 0.3 * random(),
          faceLuma: 40 + 120 * random(),
          sharpness: 1 + random(),
          skinToneDeg: 60 * random(),
        },
        bytesPerFrame: 40_000 + 20_000 * random(),
        frames: 10,
        durationMs: 150 + 80 * random(),
      };
    }),
  );
}

/** A report over synthetic results: one model with two series, one that its captures were too short for. */
export function syntheticReport(): EvaluationReport {
  return {
    formatVersion: REPORT_FORMAT_VERSION,
    kind: 'self-test',
    createdAt: '2026-11-20T12:00:00.000Z',
    engineVersion: '0.1.0',
    dataset: { name: 'synthetic', version: `sha256:${'ab'.repeat(32)}`, split: 'dev' },
    threshold: THRESHOLD,
    bootstrap: { unit: 'environment', ...BOOTSTRAP },
    models: [syntheticModel(), unmeasuredModel()],
  };
}

function syntheticModel(): ModelReport {
  const options = { threshold: THRESHOLD, bootstrap: BOOTSTRAP, workers: 2, capturesTooShort: 4 };
  return {
    id: 'mixed-10-v2',
    label: 'Mixed 10, second generation',
    framesRequired: 10,
    coefficientsVersion: '2026-11-20',
    series: [
      summarizeSeries(syntheticResults(1, 60), { ...options, attempts: 'windows', framesPerAttempt: 10 }),
      summarizeSeries(syntheticResults(2, 18), { ...options, attempts: 'stills', framesPerAttempt: 1 }),
    ],
    notMeasured: null,
  };
}

function unmeasuredModel(): ModelReport {
  return {
    id: 'mixed-120-v2',
    label: 'Mixed 120, second generation',
    framesRequired: 120,
    coefficientsVersion: '2026-11-20',
    series: [],
    notMeasured: { cause: 'captures-too-short', framesLongest: 48 },
  };
}

/** Box and Muller 1958. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
