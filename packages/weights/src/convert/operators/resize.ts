import type { BuiltinNode } from '../../tflite/graph.ts';
import type { Conversion } from '../conversion.ts';

/** RESIZE_BILINEAR to the size of the output tensor, with pixels as squares: samples lie at their centres. */
export function convertResizeBilinear(node: BuiltinNode<'RESIZE_BILINEAR'>, conversion: Conversion): void {
  const [input = -1] = node.inputs;
  const [output = -1] = node.outputs;
  const { alignCorners, halfPixelCenters } = node.options;
  if (alignCorners || !halfPixelCenters) conversion.reject('its samples do not lie at pixel centres');
  const [batch = 1, height = 1, width = 1, channels = 1] = conversion.tensor(output).shape;
  const sizes = conversion.addIntegers([batch, channels, height, width]);
  const value = conversion.emit('Resize', [conversion.value(input, 'channels-first'), '', '', sizes], {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  });
  conversion.bind(output, 'channels-first', value);
}
