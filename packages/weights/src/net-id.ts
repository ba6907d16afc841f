/** The nets that the preparation step provides. */
export const NET_IDS = [
  'face-detector',
  'face-mesh',
  'face-blendshapes',
  'person-segmenter',
  'minifasnet',
  'fr-liveness',
  'fr-feature',
] as const;

/** Name of one net. */
export type NetId = (typeof NET_IDS)[number];

/** Absolute path of the ONNX file of every net. */
export type WeightPaths = Readonly<Record<NetId, string>>;
