import type { TfliteOperator } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';
import { commonLayout } from './elementwise.ts';

type Ports = Pick<TfliteOperator, 'inputs' | 'outputs'>;

/**
 * PRELU. On images with one slope a channel it becomes x + sign(1 - slope) relu(-|1 - slope| x), the two products as
 * batch normalisations: onnxruntime runs these on its blocked layout, fused with the activation and the sum, while its
 * PRelu is slow and stands between two reorderings (measured: the face mesh takes half the time).
 */
export function convertPrelu(node: Ports, conversion: Conversion): void {
  const [input = -1, slopesInput = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const layout = commonLayout([input], conversion);
  const x = conversion.value(input, layout);
  const slopes = conversion.floats(slopesInput).data;
  const oneByChannel = slopes.length === conversion.tensor(input).shape.at(-1);
  const value =
    layout === 'channels-first' && oneByChannel
      ? emitBlockedPrelu(x, slopes, conversion)
      : conversion.emit('PRelu', [x, conversion.value(slopesInput, layout)]);
  conversion.bind(output, layout, value);
}

function emitBlockedPrelu(x: string, slopes: Float32Array, conversion: Conversion): string {
  const constant = (data: Float32Array): string => conversion.addFloats(data, [data.length]);
  const zeros = constant(new Float32Array(slopes.length));
  const ones = constant(new Float32Array(slopes.length).fill(1));
  const scale = (value: string, factors: Float32Array): string => {
    const parameters = [constant(factors), zeros, zeros, ones];
    return conversion.emit('BatchNormalization', [value, ...parameters], { epsilon: { float: 0 } });
  };
  const sizes = slopes.map((slope) => -Math.abs(1 - slope));
  const signs = slopes.map((slope) => Math.sign(1 - slope));
  return conversion.emit('Add', [scale(conversion.emit('Relu', [scale(x, sizes)]), signs), x]);
}
