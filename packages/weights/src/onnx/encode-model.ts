import type { OnnxAttribute, OnnxGraph, OnnxInitializer, OnnxNode, OnnxValue } from './model.ts';
import {
  bytesField,
  concatBytes,
  type Encoded,
  floatField,
  messageField,
  packedVarintsField,
  stringField,
  varintField,
} from './protobuf.ts';

/** ONNX IR 8 and operator set 17 belong together (onnx 1.12); onnxruntime has read both since 1.12. */
const IR_VERSION = 8;
const OPSET_VERSION = 17;

const ELEMENT_FLOAT = 1;
const ELEMENT_INT64 = 7;

/** Serialises a graph as an ONNX ModelProto; field numbers are those of onnx.proto3. */
export function encodeOnnxModel(graph: OnnxGraph): Uint8Array {
  return concatBytes([
    varintField(1, IR_VERSION),
    stringField(2, 'vivant'),
    messageField(7, encodeGraph(graph)),
    messageField(8, [stringField(1, ''), varintField(2, OPSET_VERSION)]),
  ]);
}

function encodeGraph(graph: OnnxGraph): Encoded[] {
  return [
    ...graph.nodes.map((node, index) => messageField(1, encodeNode(node, index))),
    stringField(2, graph.name),
    ...graph.initializers.map((initializer) => messageField(5, encodeInitializer(initializer))),
    ...graph.inputs.map((value) => messageField(11, encodeValue(value))),
    ...graph.outputs.map((value) => messageField(12, encodeValue(value))),
  ];
}

function encodeNode(node: OnnxNode, index: number): Encoded[] {
  return [
    ...node.inputs.map((name) => stringField(1, name)),
    ...node.outputs.map((name) => stringField(2, name)),
    stringField(3, `${node.op}_${index}`),
    stringField(4, node.op),
    ...Object.entries(node.attributes).map(([name, value]) => messageField(5, encodeAttribute(name, value))),
  ];
}

/** The type tag (field 20) is obligatory beside the value field. */
function encodeAttribute(name: string, value: OnnxAttribute): Encoded[] {
  const nameField = stringField(1, name);
  if (typeof value === 'number') return [nameField, varintField(3, value), varintField(20, 2)];
  if (typeof value === 'string') return [nameField, stringField(4, value), varintField(20, 3)];
  if ('float' in value) return [nameField, floatField(2, value.float), varintField(20, 1)];
  return [nameField, packedVarintsField(8, value), varintField(20, 7)];
}

function encodeInitializer({ name, dims, data }: OnnxInitializer): Encoded[] {
  return [
    packedVarintsField(1, dims),
    varintField(2, data instanceof Float32Array ? ELEMENT_FLOAT : ELEMENT_INT64),
    stringField(8, name),
    bytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ];
}

function encodeValue({ name, dims }: OnnxValue): Encoded[] {
  const shape = dims.map((size) => messageField(1, [varintField(1, size)]));
  const tensorType = [varintField(1, ELEMENT_FLOAT), messageField(2, shape)];
  return [stringField(1, name), messageField(2, [messageField(1, tensorType)])];
}
