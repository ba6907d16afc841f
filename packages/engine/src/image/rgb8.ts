/**
 * Turns decoded samples into 8-bit RGB. Grey is repeated over the channels and 16 bits are rounded to 8; alpha is
 * composited over black, as a browser does when it writes a canvas as JPEG, so that the same picture sent as PNG and
 * as JPEG gives the same pixels. May reuse the memory of `samples`.
 *
 * @param samples grey, grey + alpha, RGB or RGBA, interleaved, in native byte order
 * @returns `pixels * 3` bytes, or undefined when the samples are no such layout
 */
export function toRgb8(samples: Uint8Array, pixels: number, sampleBytes: 1 | 2): Uint8Array | undefined {
  const bytes = sampleBytes === 2 ? narrow(samples) : samples;
  switch (bytes.length / pixels) {
    case 1:
      return expandGray(bytes);
    case 2:
      return flatten(bytes, 2);
    case 3:
      return bytes;
    case 4:
      return isOpaque(bytes) ? dropAlpha(bytes) : flatten(bytes, 4);
    default:
      return undefined;
  }
}

function narrow(samples: Uint8Array): Uint8Array {
  const wide = new Uint16Array(samples.slice().buffer);
  // Rounded v * 255 / 65535 in integers (PNG 3rd edition, 13.12).
  return Uint8Array.from(wide, (value) => (value * 255 + 32_895) >> 16);
}

function expandGray(gray: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(gray.length * 3);
  for (let from = 0, to = 0; from < gray.length; from++) {
    const value = gray[from]!;
    rgb[to++] = value;
    rgb[to++] = value;
    rgb[to++] = value;
  }
  return rgb;
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** In place: every pixel moves towards the start, so nothing is read after it was overwritten. */
function dropAlpha(rgba: Uint8Array): Uint8Array {
  const length = (rgba.length / 4) * 3;
  for (let from = 0, to = 0; to < length; from += 4, to += 3) {
    rgba[to] = rgba[from]!;
    rgba[to + 1] = rgba[from + 1]!;
    rgba[to + 2] = rgba[from + 2]!;
  }
  return rgba.subarray(0, length);
}

function flatten(samples: Uint8Array, channels: 2 | 4): Uint8Array {
  const rgb = new Uint8Array((samples.length / channels) * 3);
  const green = channels === 4 ? 1 : 0;
  for (let from = 0, to = 0; from < samples.length; from += channels) {
    const alpha = samples[from + channels - 1]!;
    rgb[to++] = scale(samples[from]!, alpha);
    rgb[to++] = scale(samples[from + green]!, alpha);
    rgb[to++] = scale(samples[from + 2 * green]!, alpha);
  }
  return rgb;
}

function scale(value: number, alpha: number): number {
  return Math.round((value * alpha) / 255);
}
