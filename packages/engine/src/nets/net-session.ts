import { InferenceSession, Tensor } from 'onnxruntime-node';

/** A loaded net with one float32 input whose buffer is reused between runs. */
export interface NetSession {
  /** Fill this, then call `run`. */
  readonly input: Float32Array;
  /** Runs the net and returns its float outputs by name. Not re-entrant: await each run before the next. */
  run(): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
}

/**
 * Opens an ONNX net on one thread: workers scale by count, and spinning threads would steal their cores.
 * @param inputShape the fixed shape to feed
 */
export async function openNet(path: string, inputShape: readonly number[]): Promise<NetSession> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const inputName = session.inputNames[0];
  if (inputName === undefined) throw new Error(`net without an input: ${path}`);
  const input = new Float32Array(inputShape.reduce((product, side) => product * side, 1));
  const feeds = { [inputName]: new Tensor('float32', input, inputShape) };
  return {
    input,
    async run() {
      const results = await session.run(feeds);
      const outputs: Record<string, Float32Array> = {};
      for (const [name, tensor] of Object.entries(results)) {
        if (tensor.data instanceof Float32Array) outputs[name] = tensor.data;
      }
      return outputs;
    },
    release: () => session.release(),
  };
}
