import type { CaptureWarning } from '@vivant/contract/capture-warning';

/** Drops warnings that were said before, keeping the first of each; null when none were sent. */
export function distinctWarnings(warnings: readonly CaptureWarning[] | undefined): CaptureWarning[] | null {
  if (!warnings?.length) return null;
  const byText = new Map<string, CaptureWarning>();
  for (const warning of warnings) {
    const text = JSON.stringify(warning);
    if (!byText.has(text)) byText.set(text, warning);
  }
  return [...byText.values()];
}
