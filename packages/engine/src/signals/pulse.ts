import { mean } from '../numeric/statistics.ts';
import { PATCH_SIDE, type SequenceFrame, type SequenceSignal } from './sequence-signal.ts';

/** Seconds: one beat of a resting heart. */
const SPAN_MIN = 1.4;
/** Frames a second: below this the beat of a fast heart is aliased. */
const RATE_MIN = 7;
/** Evenly spaced samples a second that the frames are interpolated to. */
const SAMPLE_RATE = 30;
/** Window of POS in seconds (Wang et al. 2017, 1.6 s: one beat at least). */
const POS_WINDOW = 1.6;
/** Beats of a resting or excited heart, in hertz, and the band against which one is measured. */
const BEAT_MIN = 0.7;
const BEAT_MAX = 3;
const BAND_MAX = 6;
const STEP = 0.05;
/** Cheeks and nose, as shares of the patch: skin that hair and lips stay out of. */
const SKIN = { left: 0.32, right: 0.68, top: 0.36, bottom: 0.66 } as const;
const POWER_FLOOR = 1e-12;

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Blood volume pulse in the colour of the skin by POS (Wang, den Brinker, Stuijk and de Haan 2017): colour change that
 * light and motion cannot explain. On captures of a few seconds it is weak evidence; a replayed face has a pulse too.
 */
export const pulse: SequenceSignal = {
  id: 'pulse',
  /** Logarithm of the power at the beat and its harmonic over the rest of the band; beats a minute; relative amplitude. */
  features: ['snr', 'rate', 'strength'],
  reasons: { fake: 'no_pulse', live: 'pulse' },
  followsPoints: false,
  compute(frames) {
    const span = frames.length < 2 ? 0 : (frames.at(-1)!.timestampMs - frames[0]!.timestampMs) / 1000;
    if (span < SPAN_MIN || (frames.length - 1) / span < RATE_MIN) return undefined;
    const wave = projectPulse(sampleEvenly(frames, span));
    const { frequency, snr } = findBeat(wave);
    return Float32Array.of(snr, frequency * 60, Math.sqrt(mean(wave.map((value) => value * value))));
  },
};

function sampleEvenly(frames: readonly SequenceFrame[], span: number): Colour[] {
  const colours = frames.map(skinColour);
  const times = frames.map(({ timestampMs }) => (timestampMs - frames[0]!.timestampMs) / 1000);
  let before = 0;
  return Array.from({ length: Math.floor(span * SAMPLE_RATE) + 1 }, (_, sample) => {
    const time = sample / SAMPLE_RATE;
    while (before < times.length - 2 && times[before + 1]! <= time) before++;
    const gap = times[before + 1]! - times[before]!;
    const share = gap > 0 ? Math.min(Math.max((time - times[before]!) / gap, 0), 1) : 0;
    const [a, b] = [colours[before]!, colours[before + 1]!];
    const between = (channel: 0 | 1 | 2) => a[channel] + share * (b[channel] - a[channel]);
    return [between(0), between(1), between(2)];
  });
}

function skinColour({ patch }: SequenceFrame): Colour {
  const at = (share: number) => Math.round(share * PATCH_SIDE);
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = at(SKIN.top); y < at(SKIN.bottom); y++) {
    for (let x = at(SKIN.left); x < at(SKIN.right); x++) {
      const place = y * PATCH_SIDE + x;
      sums[0] += patch.red[place]!;
      sums[1] += patch.green[place]!;
      sums[2] += patch.blue[place]!;
      count++;
    }
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}

/** Projects on the plane orthogonal to the skin's tone, window by window, and adds the windows up. */
function projectPulse(colours: readonly Colour[]): Float64Array {
  const length = Math.min(Math.round(POS_WINDOW * SAMPLE_RATE), colours.length);
  const wave = new Float64Array(colours.length);
  for (let start = 0; start + length <= colours.length; start++) {
    const window = colours.slice(start, start + length);
    const tone = [0, 1, 2].map((channel) => Math.max(mean(window.map((colour) => colour[channel]!)), 1));
    const cool: number[] = [];
    const warm: number[] = [];
    for (const [red, green, blue] of window) {
      const [r, g, b] = [red / tone[0]!, green / tone[1]!, blue / tone[2]!];
      cool.push(g - b);
      warm.push(g + b - 2 * r);
    }
    const spread = deviation(warm);
    const balance = spread > 0 ? deviation(cool) / spread : 0;
    const beat = cool.map((value, at) => value + balance * warm[at]!);
    const centre = mean(beat);
    beat.forEach((value, at) => {
      wave[start + at]! += (value - centre) / length;
    });
  }
  return wave;
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

/** The strongest frequency of a heart, and its power with the first harmonic against the rest of the band. */
function findBeat(wave: Float64Array): { frequency: number; snr: number } {
  const bins = Array.from({ length: Math.round((BAND_MAX - BEAT_MIN) / STEP) + 1 }, (_, bin) => {
    const frequency = BEAT_MIN + bin * STEP;
    return { frequency, power: powerAt(wave, frequency) };
  });
  const beats = bins.filter(({ frequency }) => frequency <= BEAT_MAX);
  const { frequency } = beats.reduce((best, bin) => (bin.power > best.power ? bin : best));
  // A capture of some seconds resolves frequencies by the reciprocal of its length.
  const width = SAMPLE_RATE / wave.length;
  const isBeat = (bin: { frequency: number }) =>
    Math.min(Math.abs(bin.frequency - frequency), Math.abs(bin.frequency - 2 * frequency)) <= width;
  const meanPower = (part: typeof bins) => mean(part.map(({ power }) => power)) || 0;
  const beat = meanPower(bins.filter(isBeat));
  const rest = meanPower(bins.filter((bin) => !isBeat(bin)));
  return { frequency, snr: Math.log((beat + POWER_FLOOR) / (rest + POWER_FLOOR)) };
}

/** Power at one frequency under a Hann window. */
function powerAt(wave: Float64Array, frequency: number): number {
  let real = 0;
  let imaginary = 0;
  wave.forEach((value, at) => {
    const windowed = value * (0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / wave.length));
    const angle = (2 * Math.PI * frequency * at) / SAMPLE_RATE;
    real += windowed * Math.cos(angle);
    imaginary += windowed * Math.sin(angle);
  });
  return (real * real + imaginary * imaginary) / wave.length ** 2;
}
