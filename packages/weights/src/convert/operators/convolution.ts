import type { BuiltinNode } from '../../tflite/graph.ts';
import type { ConvOptions } from '../../tflite/options.ts';
import type { Conversion } from '../conversion.ts';
import { transpose } from '../layout.ts';
import { spatialPads } from '../spatial-pads.ts';

const OHWI_TO_OIHW = [0, 3, 1, 2] as const;
const ONE_HW_CHANNELS_TO_OIHW = [3, 0, 1, 2] as const;

/** CONV_2D: weights [out, height, width, in / groups]. */
export function convertConv(node: BuiltinNode<'CONV_2D'>, conversion: Conversion): void {
  const [input = -1, weights = -1] = node.inputs;
  if (isPointwiseOnStored(node, conversion)) {
    convertToProduct(node, conversion);
    return;
  }
  const inputChannels = conversion.tensor(input).shape[3] ?? 0;
  const groups = inputChannels / (conversion.tensor(weights).shape[3] ?? 1);
  if (!Number.isInteger(groups)) conversion.reject('its weights do not fit its input');
  convertWith(node, OHWI_TO_OIHW, groups, conversion);
}

/** A 1x1 convolution of a tensor that has its channels last already, as in the token mixers of the blendshape net. */
function isPointwiseOnStored(node: BuiltinNode<'CONV_2D'>, conversion: Conversion): boolean {
  const [input = -1, weights = -1] = node.inputs;
  const { stride, padding } = node.options;
  const [, height, width, channels] = conversion.tensor(weights).shape;
  const pointwise = height === 1 && width === 1 && stride.height === 1 && stride.width === 1;
  const ungrouped = channels === conversion.tensor(input).shape[3];
  return pointwise && ungrouped && typeof padding === 'string' && conversion.layoutOf(input) === 'stored';
}

/** Multiplies the last axis by the weights, which needs no transpose before or behind. */
function convertToProduct(node: BuiltinNode<'CONV_2D'>, conversion: Conversion): void {
  const [input = -1, weights = -1, bias = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { dims, data } = conversion.floats(weights);
  const [outputs = 1, , , inputs = 1] = dims;
  const turned = transpose(data, [outputs, inputs], [1, 0]);
  const factor = conversion.addFloats(turned.data, turned.dims);
  const product = conversion.emit('MatMul', [conversion.value(input, 'stored'), factor]);
  const sum = bias === -1 ? product : conversion.emit('Add', [product, conversion.value(bias, 'stored')]);
  conversion.bind(output, 'stored', conversion.activate(sum, node.options.activation));
}

/** DEPTHWISE_CONV_2D: weights [1, height, width, channels x multiplier], one group a channel. */
export function convertDepthwiseConv(node: BuiltinNode<'DEPTHWISE_CONV_2D'>, conversion: Conversion): void {
  const inputChannels = conversion.tensor(node.inputs[0] ?? -1).shape[3] ?? 0;
  convertWith(node, ONE_HW_CHANNELS_TO_OIHW, inputChannels, conversion);
}

function convertWith(
  node: {
    readonly inputs: readonly number[];
    readonly outputs: readonly number[];
    readonly options: ConvOptions;
  },
  weightOrder: readonly number[],
  group: number,
  conversion: Conversion,
): void {
  const [input = -1, weights = -1, bias = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { padding, stride, dilation, activation } = node.options;
  const stored = conversion.floats(weights);
  const turned = transpose(stored.data, stored.dims, weightOrder);
  const [height = 1, width = 1] = turned.dims.slice(2);
  const inputs = [conversion.value(input, 'channels-first'), conversion.addFloats(turned.data, turned.dims)];
  if (bias !== -1) inputs.push(conversion.value(bias, 'stored'));
  const value = conversion.emit('Conv', inputs, {
    group,
    kernel_shape: [height, width],
    strides: [stride.height, stride.width],
    dilations: [dilation.height, dilation.width],
    pads: spatialPads(conversion.tensor(input).shape, {
      padding,
      stride,
      dilation,
      window: { height, width },
    }),
  });
  conversion.bind(output, 'channels-first', conversion.activate(value, activation));
}
