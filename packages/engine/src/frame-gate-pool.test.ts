import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FrameGate, FrameGateError } from './frame-gate.ts';
import { createFrameGate, type FrameGateOptions } from './frame-gate-pool.ts';
import type { GateWorkerScript } from './testing/scripted-gate-worker.ts';

const workerFile = createRequire(import.meta.url).resolve('@vivant/engine/testing/scripted-gate-worker');
const netPaths = { 'face-detector': '', 'face-mesh': '', 'person-segmenter': '' };

const gates: FrameGate[] = [];
afterEach(() => Promise.all(gates.splice(0).map((gate) => gate.stop())));

async function startGate(options: Partial<FrameGateOptions> = {}): Promise<FrameGate> {
  const gate = createFrameGate({ netPaths, workers: 1, workerFile, ...options });
  gates.push(gate);
  await gate.start();
  return gate;
}

function pass(gate: FrameGate, script: GateWorkerScript, streamId = 'a') {
  const image = {
    format: 'rgb',
    width: 1,
    height: 1,
    data: new TextEncoder().encode(script),
  } as const;
  return gate.pass({ streamId, image, faceGate: false, greyBackground: false, losslessBytesMax: 0 });
}

/** Which thread took the frame, and how many streams had ended there. */
async function witness(gate: FrameGate, streamId: string) {
  const passage = await pass(gate, 'pass', streamId);
  if (passage.kind !== 'passed') throw new Error(passage.kind);
  return { thread: passage.data[0], forgotten: passage.data[1] };
}

describe('frame gate pool', () => {
  it('keeps a stream with one thread and spreads streams over all', async () => {
    const gate = await startGate({ workers: 2 });
    const busy = [pass(gate, 'pass', 'a'), pass(gate, 'pass', 'b')];
    await Promise.all(busy);
    const [a, b] = [await witness(gate, 'a'), await witness(gate, 'b')];
    expect(a.thread).not.toBe(b.thread);
    expect((await witness(gate, 'a')).thread).toBe(a.thread);
  });

  it('tells its thread that a stream has ended', async () => {
    const gate = await startGate();
    await pass(gate, 'pass');
    gate.forget('a');
    expect((await witness(gate, 'b')).forgotten).toBe(1);
  });

  it('fails a frame alone when it cannot be looked at', async () => {
    const gate = await startGate();
    const [failed, next] = [pass(gate, 'fail'), pass(gate, 'pass')];
    await expect(failed).rejects.toThrow('scripted failure');
    await expect(next).resolves.toMatchObject({ kind: 'passed' });
  });

  it.each(['crash', 'hang'] as const)(
    'replaces a thread that does %s and loses its frames only',
    async (script) => {
      const lost = vi.fn<(cause: Error | undefined) => void>();
      const gate = await startGate({ answerMsMax: 100, onWorkerLost: lost });
      const [doomed, behind] = [pass(gate, script), pass(gate, 'pass')];
      await expect(doomed).rejects.toBeInstanceOf(FrameGateError);
      await expect(behind).rejects.toBeInstanceOf(FrameGateError);
      await vi.waitFor(() => expect(pass(gate, 'pass')).resolves.toMatchObject({ kind: 'passed' }), {
        timeout: 10_000,
        interval: 50,
      });
      expect(lost).toHaveBeenCalledTimes(1);
    },
  );

  it('does not start with nets that cannot be loaded', async () => {
    const broken = { ...netPaths, 'face-detector': 'missing' };
    await expect(startGate({ netPaths: broken })).rejects.toThrow('could not load its nets');
  });

  it('rejects what is under way when it stops', async () => {
    const gate = await startGate();
    const waiting = pass(gate, 'hang');
    const [outcome] = await Promise.allSettled([waiting, gate.stop()]);
    expect(outcome).toMatchObject({ status: 'rejected' });
    await expect(pass(gate, 'pass')).rejects.toThrow('not running');
  });
});
