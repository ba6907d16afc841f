import { expect, it } from 'vitest';
import { runModel } from '../testing/run-model.ts';
import { encodeOnnxModel } from './encode-model.ts';

it('writes a model with every kind of attribute that onnxruntime reads back', async () => {
  const model = encodeOnnxModel({
    name: 'all-attributes',
    inputs: [{ name: 'x', dims: [1, 1, 2] }],
    outputs: [{ name: 'y', dims: [1, 1, 4] }],
    initializers: [{ name: 'sizes', dims: [3], data: BigInt64Array.of(1n, 1n, 4n) }],
    nodes: [
      { op: 'LeakyRelu', inputs: ['x'], outputs: ['leaky'], attributes: { alpha: { float: 0.5 } } },
      { op: 'Transpose', inputs: ['leaky'], outputs: ['turned'], attributes: { perm: [1, 0, 2] } },
      { op: 'Softmax', inputs: ['turned'], outputs: ['soft'], attributes: { axis: 0 } },
      { op: 'Mul', inputs: ['soft', 'turned'], outputs: ['same'], attributes: {} },
      {
        op: 'Resize',
        inputs: ['same', '', '', 'sizes'],
        outputs: ['y'],
        attributes: { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' },
      },
    ],
  });
  const results = await runModel(model, [{ dims: [1, 1, 2], data: Float32Array.of(-4, 3) }]);
  expect([...results['y']!.data]).toEqual([-2, -2, 3, 3]);
});
