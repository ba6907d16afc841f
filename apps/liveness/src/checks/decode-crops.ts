import type { Crop } from '@vivant/contract/fast-check-crops';
import type { EncodedFrame } from '@vivant/engine/check';
import { readImageHeader } from '@vivant/engine/image/header';
import { ApiError } from '@vivant/service-kit/api-error';
import { decodeFrames } from './decode-frames.ts';

/** Width and height of a crop in pixels. */
const SIDE_PIXELS = 224;

/** Crops carry no capture times; without a frame rate they count as taken at this one. */
const FPS_DEFAULT = 30;

/**
 * Turns the crops of a request into image bytes, sorted by index.
 * @throws ApiError `validation_error` naming a crop that is no PNG of 224x224 pixels, `payload_too_large`
 */
export async function decodeCrops(
  crops: readonly Crop[],
  { fps = FPS_DEFAULT, frameBytesMax }: { readonly fps: number | undefined; readonly frameBytesMax: number },
): Promise<EncodedFrame[]> {
  const timed = crops.map((crop) => ({ ...crop, timestamp_ms: (crop.index * 1000) / fps }));
  const decoded = await decodeFrames(timed, frameBytesMax);
  for (const { index, bytes } of decoded) requireCrop(index, bytes);
  return decoded;
}

function requireCrop(index: number, bytes: Uint8Array): void {
  const header = readImageHeader(bytes);
  if (header?.format === 'png' && header.width === SIDE_PIXELS && header.height === SIDE_PIXELS) return;
  const found = header ? `a ${header.format} of ${header.width}x${header.height}` : 'no such picture';
  throw new ApiError(
    'validation_error',
    `Crop ${index} must be a PNG of ${SIDE_PIXELS}x${SIDE_PIXELS} pixels; it is ${found}.`,
  );
}
