import type { CheckOutcome, Diagnostics, RejectionCounts } from '../check.ts';
import { faceOfLandmarks } from '../face/client-face.ts';
import { calibrate, verdictOf } from '../fusion/calibrate.ts';
import { type FrameEvidence, fuseFrame } from '../fusion/fuse.ts';
import { reasonsFor } from '../fusion/reasons.ts';
import type { Raster } from '../image/raster.ts';
import type { Model } from '../models.ts';
import { CHECK_GATE, judgeQuality } from '../quality/gate.ts';
import { measureQuality } from '../quality/measures.ts';
import type { FaceTracker } from '../track/face-tracker.ts';
import type { FeatureExtractor } from './feature-extractor.ts';
import { framesUsableMin } from './frames-usable-min.ts';

/** Takes the frames of one capture in order, keeps numbers only, and concludes. */
export class CaptureAnalysis {
  readonly #model: Model;
  readonly #tracker: FaceTracker;
  readonly #extractor: FeatureExtractor;
  readonly #framesReceived: number;
  readonly #rejections: RejectionCounts = {};
  readonly #evidence: FrameEvidence[] = [];
  #framesSeen: number;
  #framesUsable = 0;
  #faceShareSum = 0;

  constructor(parts: {
    model: Model;
    tracker: FaceTracker;
    extractor: FeatureExtractor;
    framesReceived: number;
    /** How many of those received never reach `add`; they pass their turn to be scored on. */
    framesDropped: number;
  }) {
    this.#model = parts.model;
    this.#tracker = parts.tracker;
    this.#extractor = parts.extractor;
    this.#framesReceived = parts.framesReceived;
    this.#framesSeen = parts.framesDropped;
    if (parts.framesDropped > 0) this.#rejections['no-face'] = parts.framesDropped;
  }

  /** @param landmarks found by the caller, see {@link faceOfLandmarks}; without them the tracker looks for the face */
  async add(image: Raster, landmarks: Float32Array | undefined): Promise<void> {
    this.#framesSeen++;
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
    if (!this.#isScoreDue()) return;
    const features = await this.#extractor.extract(image, face);
    this.#evidence.push(fuseFrame(this.#model.coefficients, features, this.#extractor.widths));
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
    const realScore = calibrate(mean(this.#evidence.map((e) => e.logOdds)), this.#model.manifest.calibration);
    const verdict = verdictOf(realScore);
    return {
      kind: 'judged',
      verdict,
      realScore,
      framesProcessed: this.#framesUsable,
      faceShare: this.#faceShareSum / this.#framesUsable,
      diagnostics: this.#diagnose(verdict === 'live'),
    };
  }

  /** Spreads the scored frames evenly over the capture; an unusable frame passes its turn to the next usable one. */
  #isScoreDue(): boolean {
    const due = Math.ceil((this.#framesSeen * this.#model.manifest.framesScored) / this.#framesReceived);
    return this.#evidence.length < due;
  }

  #diagnose(isLive: boolean): Diagnostics {
    const { signals } = this.#extractor;
    const contributions = signals.map((_, at) => mean(this.#evidence.map((e) => e.contributions[at]!)));
    return {
      framesReceived: this.#framesReceived,
      framesUsable: this.#framesUsable,
      framesScored: this.#evidence.length,
      rejections: this.#rejections,
      signals: Object.fromEntries(signals.map(({ id }, at) => [id, round(contributions[at]!)])),
      reasons: reasonsFor(signals, contributions, isLive),
    };
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
