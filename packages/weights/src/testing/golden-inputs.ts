/** Shape of an image input; `channelsFirst` tells NCHW from NHWC. */
export interface ImageInput {
  readonly size: number;
  readonly channelsFirst: boolean;
  /** Values that 0 and 1 (or bytes 0 and 255) are mapped to. */
  readonly low: number;
  readonly high: number;
  /** Channel order of the portrait. */
  readonly order: 'rgb' | 'bgr';
}

/** A pseudo-random lattice over the flat index, in whatever layout the tensor has. */
export function lattice(count: number, low: number, high: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => {
    const j = index % 251;
    return low + (high - low) * (((j * j * 31 + j * 17) % 251) / 250);
  });
}

/** Three ramps: along the diagonal, to the right, and upwards. */
export function gradientImage(input: ImageInput): Float32Array {
  const { size, low, high } = input;
  return fill(input, (x, y, channel) => {
    const [gx, gy] = [x / (size - 1), y / (size - 1)];
    return low + (high - low) * [(gx + gy) / 2, gx, 1 - gy][channel]!;
  });
}

/** A cartoon portrait by formula, which face detectors take for a face; `view` is the square [left, top, width] of 1000. */
export function portraitImage(input: ImageInput, view: readonly [number, number, number]): Float32Array {
  const { size, low, high, order } = input;
  const [left, top, width] = view;
  return fill(input, (x, y, channel) => {
    const pixel = paint(left + ((2 * x + 1) * width) / (2 * size), top + ((2 * y + 1) * width) / (2 * size));
    return low + ((high - low) * pixel[order === 'rgb' ? channel : 2 - channel]!) / 255;
  });
}

/** `count` points (x, y) on a parabola. */
export function parabolaPoints(count: number, low: number, high: number): Float32Array {
  return Float32Array.from({ length: count * 2 }, (_, index) => {
    const u = Math.floor(index / 2) / (count - 1);
    return low + (high - low) * (index % 2 === 0 ? u : u * u);
  });
}

function fill(input: ImageInput, valueAt: (x: number, y: number, channel: number) => number): Float32Array {
  const { size, channelsFirst } = input;
  return Float32Array.from({ length: size * size * 3 }, (_, index) => {
    const channel = channelsFirst ? Math.floor(index / (size * size)) : index % 3;
    const pixel = channelsFirst ? index % (size * size) : Math.floor(index / 3);
    return valueAt(pixel % size, Math.floor(pixel / size), channel);
  });
}

type Colour = readonly [number, number, number];

/** Colour of the drawing at a point of the 1000 x 1000 plane; later shapes cover earlier ones. */
function paint(x: number, y: number): Colour {
  const ellipse = (cx: number, cy: number, rx: number, ry: number): number =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
  const within = (cx: number, cy: number, rx: number, ry: number): boolean => ellipse(cx, cy, rx, ry) <= 1;
  let colour: Colour = [90, 120, 150];
  if (within(500, 1000, 340, 270)) colour = [60, 70, 110];
  if (x >= 430 && x <= 570 && y >= 600 && y <= 790) colour = [190, 140, 115];
  if (within(500, 400, 215, 270)) colour = [50, 35, 25];
  if (within(500, 455, 180, 235)) {
    const light = 1000 - Math.floor(300 * ellipse(500, 455, 180, 235));
    const shade = (value: number): number => Math.floor((value * light) / 1000);
    colour = [shade(224), shade(172), shade(145)];
  }
  for (const side of [-1, 1]) {
    if (within(500 + 75 * side, 355, 45, 9)) colour = [60, 40, 30];
    if (within(500 + 75 * side, 405, 38, 19)) colour = [235, 235, 235];
    if (within(500 + 75 * side, 405, 17, 17)) colour = [40, 30, 25];
    if (within(500 + 22 * side, 535, 12, 9)) colour = [110, 70, 60];
  }
  if (x >= 492 && x <= 508 && y >= 430 && y <= 520) colour = [235, 190, 165];
  if (within(500, 600, 65, 20)) colour = [165, 70, 70];
  if (within(500, 600, 55, 4)) colour = [90, 30, 35];
  return colour;
}
