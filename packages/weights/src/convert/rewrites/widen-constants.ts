import { widenFloat16 } from '../../tflite/float16.ts';
import type { TfliteGraph, TfliteTensor } from '../../tflite/graph.ts';
import { floatTensor } from '../constants.ts';

/** Replaces each DEQUANTIZE of a float16 constant by the float32 constant that it computes. */
export function widenConstants(graph: TfliteGraph): TfliteGraph {
  const tensors = [...graph.tensors];
  const operators = graph.operators.filter((operator) => {
    if (operator.name !== 'DEQUANTIZE') return true;
    const [input = -1] = operator.inputs;
    const [output = -1] = operator.outputs;
    const widened = widen(graph.tensors[input]);
    if (widened === null) return true;
    tensors[output] = widened;
    return false;
  });
  return { ...graph, tensors, operators };
}

function widen(tensor: TfliteTensor | undefined): TfliteTensor | null {
  if (tensor === undefined || tensor.type !== 'float16' || tensor.constant === null) return null;
  return floatTensor(tensor.shape, widenFloat16(tensor.constant));
}
