import type { Appearance, CheckOutcome, Diagnostics, RejectionCounts } from '../check.ts';
import { faceOfLandmarks } from '../face/client-face.ts';
import type { Face } from '../face/face.ts';
import { calibrate, verdictOf } from '../fusion/calibrate.ts';
import type { FusionCoefficients } from '../fusion/coefficients.ts';
import { type FrameEvidence, fuseFrame } from '../fusion/fuse.ts';
import { fuseSequence, type SequenceEvidence } from '../fusion/fuse-sequence.ts';
import { type ObjectionRule, objectionOf } from '../fusion/objection.ts';
import { reasonsFor } from '../fusion/reasons.ts';
import type { Raster } from '../image/raster.ts';
import type { Model } from '../models.ts';
import { CHECK_GATE, judgeQuality, MEETING_BASE_GATE } from '../quality/gate.ts';
import { measureQuality } from '../quality/measures.ts';
import type { SequenceSignal } from '../signals/sequence-signal.ts';
import type { FaceTracker } from '../track/face-tracker.ts';
import { appearanceOf, meanAppearance } from './appearance.ts';
import type { FeatureExtractor } from './feature-extractor.ts';
import { framesUsableMin } from './frames-usable-min.ts';
import { SequenceRecorder } from './sequence-recorder.ts';

/** A second fusion of the scored frames that can only object. */
export interface Objector {
  readonly extractor: FeatureExtractor;
  readonly coefficients: FusionCoefficients;
  readonly rule: ObjectionRule;
}

/** Takes the frames of one capture in order, keeps numbers only, and concludes. */
export class CaptureAnalysis {
  readonly #model: Model;
  readonly #tracker: FaceTracker;
  readonly #extractor: FeatureExtractor;
  readonly #sequenceSignals: readonly SequenceSignal[];
  readonly #objector: Objector | undefined;
  readonly #recorder: SequenceRecorder;
  readonly #framesReceived: number;
  readonly #rejections: RejectionCounts = {};
  readonly #evidence: FrameEvidence[] = [];
  /** Log-odds that the objector gives the scored frames. */
  readonly #doubts: number[] = [];
  readonly #appearances: Appearance[] = [];
  #framesSeen: number;
  #framesUsable = 0;
  #faceShareSum = 0;
  /** Usable frames that are dark, glaring or soft. */
  #framesPoor = 0;

  constructor(parts: {
    model: Model;
    tracker: FaceTracker;
    extractor: FeatureExtractor;
    /** Those that the model's sequence terms speak of. */
    sequenceSignals: readonly SequenceSignal[];
    objector: Objector | undefined;
    framesReceived: number;
    /** How many of those received never reach `add`; they pass their turn to be scored on. */
    framesDropped: number;
  }) {
    this.#model = parts.model;
    this.#tracker = parts.tracker;
    this.#extractor = parts.extractor;
    this.#sequenceSignals = parts.sequenceSignals;
    this.#recorder = new SequenceRecorder({
      followsPoints: parts.sequenceSignals.some(({ followsPoints }) => followsPoints),
    });
    this.#objector = parts.objector;
    this.#framesReceived = parts.framesReceived;
    this.#framesSeen = parts.framesDropped;
    if (parts.framesDropped > 0) this.#rejections['no-face'] = parts.framesDropped;
  }

  /** @param landmarks found by the caller, see {@link faceOfLandmarks}; without them the tracker looks for the face */
  async add(image: Raster, timestampMs: number, landmarks: Float32Array | undefined): Promise<void> {
    const index = this.#framesSeen++;
    const { face, faceCount } = landmarks
      ? { face: faceOfLandmarks(image, landmarks), faceCount: 1 }
      : await this.#tracker.track(image);
    const measures = face && measureQuality(image, face);
    const reasons = judgeQuality(measures, CHECK_GATE, faceCount);
    if (!measures || reasons.length > 0) {
      for (const reason of reasons) this.#rejections[reason] = (this.#rejections[reason] ?? 0) + 1;
      return;
    }
    this.#framesUsable++;
    this.#faceShareSum += measures.faceShare;
    if (judgeQuality(measures, MEETING_BASE_GATE, faceCount).length > 0) this.#framesPoor++;
    if (this.#sequenceSignals.length > 0) this.#recorder.add(image, face, index, timestampMs);
    if (!this.#isScoreDue()) return;
    const features = await this.#extractor.extract(image, face);
    this.#appearances.push(appearanceOf(image, face, measures));
    this.#evidence.push(fuseFrame(this.#model.coefficients, features, this.#extractor.widths));
    if (this.#objector) this.#doubts.push(await doubt(this.#objector, image, face));
  }

  conclude(): CheckOutcome {
    const { framesRequired } = this.#model.manifest;
    const isEnough =
      this.#framesReceived >= framesRequired && this.#framesUsable >= framesUsableMin(framesRequired);
    if (!isEnough) {
      return {
        kind: 'insufficient',
        framesRequired,
        framesReceived: this.#framesReceived,
        framesUsable: this.#framesUsable,
        rejections: this.#rejections,
      };
    }
    const signals = this.#weighSignals();
    const frames = mean(this.#evidence.map((e) => e.logOdds));
    const beyond = [...signals.sequence, ...this.#weighObjector()];
    const added = beyond.reduce((sum, { logOdds }) => sum + logOdds, 0);
    const realScore = calibrate(frames + added, this.#model.manifest.calibration);
    const verdict = verdictOf(realScore);
    return {
      kind: 'judged',
      verdict,
      realScore,
      framesProcessed: this.#framesUsable,
      faceShare: this.#faceShareSum / this.#framesUsable,
      appearance: meanAppearance(this.#appearances),
      diagnostics: this.#diagnose(
        [...signals.frames, ...this.#weighOneSided(), ...beyond],
        verdict === 'live',
      ),
    };
  }

  /** Spreads the scored frames evenly over the capture; an unusable frame passes its turn to the next usable one. */
  #isScoreDue(): boolean {
    const due = Math.ceil((this.#framesSeen * this.#model.manifest.framesScored) / this.#framesReceived);
    return this.#evidence.length < due;
  }

  /** What each signal added to the log-odds of the capture. */
  #weighSignals(): { frames: WeighedSignal[]; sequence: WeighedSignal[] } {
    const frames = this.#extractor.signals.map(({ id, reasons }, at) => ({
      id,
      reasons,
      logOdds: mean(this.#evidence.map((e) => e.contributions[at]!)),
    }));
    const coefficients = this.#model.sequence;
    const readings = this.#sequenceSignals.map((signal) => ({
      signal: signal.id,
      features: signal.features,
      values: signal.compute(this.#recorder.frames),
    }));
    const sequence = (coefficients ? fuseSequence(coefficients, readings) : []).map((evidence) => ({
      ...evidence,
      reasons: this.#reasonsOf(evidence),
    }));
    return { frames, sequence };
  }

  /** What the frames' own one-sided evidence took and gave, on average. */
  #weighOneSided(): WeighedSignal[] {
    const { objections, endorsements } = this.#model.coefficients;
    const taken = objections.map(({ id }, at) => ({
      id,
      reasons: { fake: id, live: '' },
      logOdds: mean(this.#evidence.map((e) => e.objections[at]!)),
    }));
    const given = endorsements.map(({ id }, at) => ({
      id,
      reasons: { fake: '', live: id },
      logOdds: mean(this.#evidence.map((e) => e.endorsements[at]!)),
    }));
    return [...taken, ...given];
  }

  #weighObjector(): WeighedSignal[] {
    if (!this.#objector) return [];
    const { extractor, rule } = this.#objector;
    const [signal] = extractor.signals;
    return signal
      ? [{ id: signal.id, reasons: signal.reasons, logOdds: objectionOf(mean(this.#doubts), rule) }]
      : [];
  }

  #reasonsOf({ id, isObjection }: SequenceEvidence): WeighedSignal['reasons'] {
    const signal = this.#sequenceSignals.find((one) => one.id === id);
    // An objection never speaks for a live person.
    return signal && !isObjection ? signal.reasons : { fake: id, live: '' };
  }

  #diagnose(signals: readonly WeighedSignal[], isLive: boolean): Diagnostics {
    return {
      framesReceived: this.#framesReceived,
      framesUsable: this.#framesUsable,
      framesScored: this.#evidence.length,
      rejections: this.#rejections,
      signals: Object.fromEntries(signals.map(({ id, logOdds }) => [id, round(logOdds)])),
      reasons: [
        ...reasonsFor(
          signals,
          signals.map(({ logOdds }) => logOdds),
          isLive,
        ),
        // Whoever was turned away may do better in better light: most frames were hardly good enough to judge.
        ...(!isLive && 2 * this.#framesPoor > this.#framesUsable ? ['low_quality'] : []),
      ],
    };
  }
}

/** A signal with the log-odds it added; positive speaks for bona fide. */
interface WeighedSignal {
  readonly id: string;
  readonly reasons: { readonly fake: string; readonly live: string };
  readonly logOdds: number;
}

async function doubt({ extractor, coefficients }: Objector, image: Raster, face: Face): Promise<number> {
  return fuseFrame(coefficients, await extractor.extract(image, face), extractor.widths).logOdds;
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
