import type { Diagnostics as PublicDiagnostics } from '@vivant/contract/diagnostics';
import { riskBandOf } from '@vivant/contract/risk-band';
import type { VerificationResult } from '@vivant/contract/verification-result';
import type { CheckDiagnostics } from '../calibrations/calibrated.ts';
import type { CheckRecord } from './checks-table.ts';

/** The public result of a finished check; `sessionId` is echoed as the caller wrote it. */
export function presentCheck(record: CheckRecord, sessionId: string): VerificationResult {
  const score = 100 * record.realScore;
  return {
    verdict: record.verdict,
    confidence: record.realScore,
    real_score: record.realScore,
    score,
    type: riskBandOf(score),
    session_id: sessionId,
    model: record.model,
    input_source: record.inputSource,
    processing_ms: record.processingMs,
    frames_processed: record.framesProcessed,
    tenant_metadata: record.metadata,
    warning: record.warning,
    warnings: record.warnings,
    created_at: record.createdAt.toISOString(),
    available: true,
    error: null,
    diagnostics: presentDiagnostics(record.diagnostics),
  };
}

function presentDiagnostics(diagnostics: CheckDiagnostics): PublicDiagnostics {
  return {
    frames_received: diagnostics.framesReceived,
    frames_usable: diagnostics.framesUsable,
    frames_scored: diagnostics.framesScored,
    rejections: diagnostics.rejections,
    signals: { ...diagnostics.signals },
    reasons: [...diagnostics.reasons],
    ...(diagnostics.calibration && { calibration: diagnostics.calibration }),
    ...(diagnostics.runs !== undefined && { runs: diagnostics.runs }),
  };
}
