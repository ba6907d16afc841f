import type { CustomNode } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';
import { transpose } from '../layout.ts';

const OHWI_TO_IOHW = [3, 0, 1, 2] as const;
const STRIDE = 2;
/** Padding, stride across and stride down, as the segmentation nets have them: three int32. */
const OPTION_BYTES = 12;

/**
 * MediaPipe's Convolution2DTransposeBias: input, weights [out, height, width, in], bias. Only the form of the
 * segmentation nets is known, whose windows of 2x2 lie side by side: there is no border and nothing overlaps.
 */
export function convertTransposedConvolution(node: CustomNode, conversion: Conversion): void {
  const [input = -1, weights = -1, bias = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { dims, data } = conversion.floats(weights);
  const [, height, width] = dims;
  const isKnown = height === STRIDE && width === STRIDE && hasStrideOfWindow(node.options);
  if (!isKnown) conversion.reject('only windows of 2x2 side by side are known');
  const turned = transpose(data, dims, OHWI_TO_IOHW);
  const factors = conversion.addFloats(turned.data, turned.dims);
  const inputs = [conversion.value(input, 'channels-first'), factors, conversion.value(bias, 'stored')];
  const value = conversion.emit('ConvTranspose', inputs, {
    kernel_shape: [STRIDE, STRIDE],
    strides: [STRIDE, STRIDE],
  });
  conversion.bind(output, 'channels-first', value);
}

function hasStrideOfWindow(options: Uint8Array): boolean {
  if (options.length !== OPTION_BYTES) return false;
  const view = new DataView(options.buffer, options.byteOffset, options.byteLength);
  return view.getInt32(4, true) === STRIDE && view.getInt32(8, true) === STRIDE;
}
