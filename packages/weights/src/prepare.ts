import { resolve } from 'node:path';
import { convertTflite } from './convert/convert-tflite.ts';
import { NET_IDS, type NetId, type WeightPaths } from './net-id.ts';
import { offerOutputs } from './onnx/offer-outputs.ts';
import { type FindPackage, findInstalledPackage } from './package-folder.ts';
import { readSource } from './read-source.ts';
import { NET_SOURCES, type NetSource } from './sources.ts';
import { isCached, storeInCache } from './weight-cache.ts';
import { WeightsError } from './weights-error.ts';

/** Part of every cache key: raise it with each change of the converter that changes a model or its names. */
const CONVERTER_VERSION = 1;

/** Reported twice for a net that is made (`preparing`, `prepared`), once for one found in the cache (`cached`). */
export interface PrepareProgress {
  readonly net: NetId;
  readonly state: 'cached' | 'preparing' | 'prepared';
  /** Position of the net, from 1 to `netCount`. */
  readonly position: number;
  readonly netCount: number;
}

/** Where the nets are prepared and from what. */
export interface PrepareOptions {
  /** Folder for the ONNX files; made when it is missing. */
  readonly cacheDir: string;
  readonly onProgress?: (progress: PrepareProgress) => void;
  /** Where packages are installed; Node's own search by default. */
  readonly findPackage?: FindPackage;
}

/**
 * Makes the ONNX file of every net ready and returns their absolute paths: verifies the bytes in the installed npm
 * packages, converts them, and caches the result. A whole cached file is taken as it is, a damaged one is made anew, and
 * several processes may prepare the same folder at once. Throws {@link WeightsError}.
 */
export async function prepareWeights(options: PrepareOptions): Promise<WeightPaths> {
  const paths: Partial<Record<NetId, string>> = {};
  for (const [index, net] of NET_IDS.entries()) {
    const report = (state: PrepareProgress['state']): void =>
      options.onProgress?.({ net, state, position: index + 1, netCount: NET_IDS.length });
    paths[net] = await prepareNet(net, options, report);
  }
  return paths as WeightPaths;
}

async function prepareNet(
  net: NetId,
  { cacheDir, findPackage = findInstalledPackage }: PrepareOptions,
  report: (state: PrepareProgress['state']) => void,
): Promise<string> {
  const source = NET_SOURCES[net];
  const path = resolve(cacheDir, `${net}-${source.sha256.slice(0, 16)}-v${CONVERTER_VERSION}.onnx`);
  const blameCache = (cause: unknown): never => {
    const remedy = 'give a folder that can be read and written, with 25 MB free';
    const message = `cannot use the cache folder ${resolve(cacheDir)}; ${remedy}`;
    throw new WeightsError(net, source.file, 'cache-unusable', message, cause);
  };
  if (await isCached(path).catch(blameCache)) {
    report('cached');
    return path;
  }
  report('preparing');
  const model = toOnnx(net, source, await readSource(net, source, findPackage));
  await storeInCache(path, model).catch(blameCache);
  report('prepared');
  return path;
}

/** The bytes are the pinned ones by now, so a failure here is a fault of the converter. */
function toOnnx(net: NetId, { file, conversion, onnxTaps }: NetSource, bytes: Uint8Array): Uint8Array {
  if (conversion === null) return onnxTaps ? offerOutputs(bytes, onnxTaps) : bytes;
  try {
    return convertTflite(bytes, { fileId: net, ...conversion });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WeightsError(
      net,
      file,
      'conversion-failed',
      `${reason}; please report this bug of Vivant`,
      cause,
    );
  }
}
