import type { Box } from '../face/face.ts';

/**
 * The crop the PAD nets were trained with: the box enlarged by `scale` about its centre, the scale reduced until
 * it fits the image, then shifted inside (Silent-Face-Anti-Spoofing, `CropImage._get_new_box`). The corner
 * coordinates are truncated, not floored, and inclusive. Returns whole pixels inside the image.
 */
export function padCrop(imageWidth: number, imageHeight: number, box: Box, scale: number): Box {
  const fitted = Math.min((imageHeight - 1) / box.height, (imageWidth - 1) / box.width, scale);
  const [left, right] = placeAxis(box.x + box.width / 2, box.width * fitted, imageWidth - 1);
  const [top, bottom] = placeAxis(box.y + box.height / 2, box.height * fitted, imageHeight - 1);
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Shifts an interval of `length` around `centre` into 0..last; both ends inclusive. */
function placeAxis(centre: number, length: number, last: number): [number, number] {
  let low = centre - length / 2;
  let high = centre + length / 2;
  if (low < 0) {
    high -= low;
    low = 0;
  }
  if (high > last) {
    low -= high - last;
    high = last;
  }
  return [Math.max(Math.trunc(low), 0), Math.min(Math.trunc(high), last)];
}
