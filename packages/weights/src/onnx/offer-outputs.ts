import { concatBytes, messageField, stringField, varintField } from './protobuf.ts';

const MODEL_GRAPH = 7;
const GRAPH_OUTPUT = 12;
const ELEMENT_FLOAT = 1;

/**
 * Offers values inside of a serialised ONNX model as further float outputs. A protobuf message that occurs twice is
 * merged, so that a second graph with nothing but outputs adds them to the first (Protocol Buffers, "Last One Wins").
 */
export function offerOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const outputs = names.map((name) => {
    const tensor = messageField(1, [varintField(1, ELEMENT_FLOAT)]);
    return messageField(GRAPH_OUTPUT, [stringField(1, name), messageField(2, [tensor])]);
  });
  return concatBytes([model, messageField(MODEL_GRAPH, outputs)]);
}
