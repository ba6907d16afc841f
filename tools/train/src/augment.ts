import type { Box, Face } from '@vivant/engine/face/face';
import { decodeImage } from '@vivant/engine/image/decode';
import { encodeJpeg } from '@vivant/engine/image/encode';
import type { Raster } from '@vivant/engine/image/raster';
import { gaussian, type Random } from '@vivant/evaluate/metrics/random';

/** A picture and where its face is. */
export interface View {
  readonly image: Raster;
  readonly face: Face;
}

/** A change of the camera, the light or the way of a frame that leaves the truth of its label. */
export type Augmentation = (view: View, random: Random) => View | Promise<View>;

/** Mirrored left to right. */
export const flip: Augmentation = ({ image, face }) => {
  const { width, height, data } = image;
  const mirrored = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      mirrored.set(data.subarray(from, from + 3), (y * width + width - 1 - x) * 3);
    }
  }
  const mirror = (box: Box) => ({ ...box, x: width - box.x - box.width });
  const landmarks = face.landmarks.map((value, at) => (at % 3 === 0 ? width - value : value));
  return { image: { width, height, data: mirrored }, face: { ...face, box: mirror(face.box), landmarks } };
};

/** Half the resolution, as a small tile of a meeting or a phone far away gives. */
export const halve: Augmentation = ({ image, face }) => {
  const width = Math.floor(image.width / 2);
  const height = Math.floor(image.height / 2);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const at = (2 * y * image.width + 2 * x) * 3 + c;
        const below = at + image.width * 3;
        const sum = image.data[at]! + image.data[at + 3]! + image.data[below]! + image.data[below + 3]!;
        data[(y * width + x) * 3 + c] = (sum + 2) >> 2;
      }
    }
  }
  const box = {
    x: face.box.x / 2,
    y: face.box.y / 2,
    width: face.box.width / 2,
    height: face.box.height / 2,
  };
  return {
    image: { width, height, data },
    face: { ...face, box, landmarks: face.landmarks.map((v) => v / 2) },
  };
};

/** Another exposure: gamma 0.5 to 1.8. */
const changeGamma: Augmentation = (view, random) => applyGamma(0.5 * 3.6 ** random())(view, random);

/** Levels, 0 to 1, to the power of gamma. */
export function applyGamma(gamma: number): Augmentation {
  return (view) => mapLevels(view, () => (level) => 255 * (level / 255) ** gamma);
}

/** Another white balance: each channel by 0.85 to 1.15. */
const changeWhiteBalance: Augmentation = (view, random) => {
  const gains = [0, 1, 2].map(() => 0.85 + 0.3 * random());
  return mapLevels(view, (channel) => (level) => level * gains[channel]!);
};

/** A dark room: a quarter to a half of the light, with the noise of a small sensor. */
const darken: Augmentation = (view, random) => dim(0.25 + 0.25 * random(), 2 + 3 * random())(view, random);

/** So much of the light, with noise of that deviation in levels. */
export function dim(gain: number, deviation: number): Augmentation {
  return ({ image, face }, random) => {
    const data = image.data.map((level) => clampByte(level * gain + deviation * gaussian(random)));
    return { image: { ...image, data }, face };
  };
}

/** Half-widths of the ellipse that holds face and neck, by the face's box, and where its edge begins and ends. */
const FACE = { x: 0.62, y: 0.68, inner: 0.95, outer: 1.15 };

/** Takes light from the face alone, as darker skin in the same room: levels of an ellipse around it by `gain`. */
export function darkenFace(gain: number): Augmentation {
  return ({ image, face }) => {
    const { width, height, data } = image;
    const { box } = face;
    const altered = Uint8Array.from(data);
    for (let y = 0; y < height; y++) {
      const dy = (y - box.y - box.height / 2) / (FACE.y * box.height);
      for (let x = 0; x < width; x++) {
        const distance = Math.hypot((x - box.x - box.width / 2) / (FACE.x * box.width), dy);
        const share = Math.min(Math.max((FACE.outer - distance) / (FACE.outer - FACE.inner), 0), 1);
        if (share === 0) continue;
        const at = (y * width + x) * 3;
        for (let c = at; c < at + 3; c++) altered[c] = clampByte(data[c]! * (1 - share * (1 - gain)));
      }
    }
    return { image: { width, height, data: altered }, face };
  };
}

/** JPEG of quality 30 to 70. */
const compress: Augmentation = (view, random) => compressTo(Math.round(30 + 40 * random()))(view, random);

/** JPEG of this quality, 1 to 100. */
export function compressTo(quality: number): Augmentation {
  return async ({ image, face }) => {
    const decoded = decodeImage(await encodeJpeg(image, quality));
    if (!decoded.ok) throw new Error('a JPEG written here cannot be read back');
    return { image: decoded.image, face };
  };
}

/** What a frame is varied by, besides the mirror. */
export const VARIATIONS: readonly Augmentation[] = [halve, changeGamma, changeWhiteBalance, darken, compress];

function mapLevels({ image, face }: View, curveOf: (channel: number) => (level: number) => number): View {
  const tables = [0, 1, 2].map((channel) => {
    const curve = curveOf(channel);
    return Uint8Array.from({ length: 256 }, (_, level) => clampByte(curve(level)));
  });
  const data = image.data.map((level, at) => tables[at % 3]![level]!);
  return { image: { ...image, data }, face };
}

function clampByte(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 255);
}
