import { InferenceSession, Tensor } from 'onnxruntime-node';

/** One input of a model. */
export interface Feed {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Runs an ONNX model once on one thread; feeds are in the order of its inputs, results are by output name. */
export async function runModel(model: Uint8Array, feeds: readonly Feed[]): Promise<Record<string, Feed>> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const named = session.inputNames.map((name, position) => {
    const { data, dims } = feeds[position]!;
    return [name, new Tensor('float32', data, dims)] as const;
  });
  const results = await session.run(Object.fromEntries(named));
  await session.release();
  const entries = Object.entries(results).map(([name, { data, dims }]) => [
    name,
    { data: data as Float32Array, dims },
  ]);
  return Object.fromEntries(entries) as Record<string, Feed>;
}
