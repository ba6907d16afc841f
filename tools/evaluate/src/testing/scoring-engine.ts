import type { CheckRequest } from '@vivant/engine/check';
import { createScriptedEngine, judged, type ScriptedEngine } from '@vivant/engine/testing/scripted-engine';

/**
 * An engine that reads its score from the first frame's file, which holds a number instead of a picture. `dark`
 * stands for frames that cannot be judged.
 */
export function createScoringEngine(): ScriptedEngine {
  const engine = createScriptedEngine();
  engine.script((request) => {
    const content = contentOf(request);
    if (content !== 'dark') return judged(request, { realScore: Number(content) });
    const framesReceived = request.frames.length;
    return {
      kind: 'insufficient',
      framesRequired: framesReceived,
      framesReceived,
      framesUsable: 0,
      rejections: { 'too-dark': framesReceived },
    };
  });
  return engine;
}

function contentOf({ frames: [first] }: CheckRequest): string {
  if (first && 'bytes' in first) return Buffer.from(first.bytes).toString();
  throw new Error('the scoring engine judges encoded frames only');
}
