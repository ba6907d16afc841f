import type { Raster } from '../image/raster.ts';

type Colour = readonly [number, number, number];

/** An ellipse of one colour on a drawing plane of 1000 x 1000 units. */
interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly colour: Colour;
}

const BACKGROUND: Colour = [90, 120, 150];
const SKIN: Colour = [224, 172, 145];
const BODY: readonly Ellipse[] = [{ x: 500, y: 1000, rx: 340, ry: 270, colour: [60, 70, 110] }];
const HAIR: Ellipse = { x: 500, y: 400, rx: 215, ry: 270, colour: [50, 35, 25] };
const HEAD: Ellipse = { x: 500, y: 455, rx: 180, ry: 235, colour: SKIN };
const FEATURES: readonly Ellipse[] = [-1, 1].flatMap((side) => [
  { x: 500 + 75 * side, y: 355, rx: 45, ry: 9, colour: [60, 40, 30] },
  { x: 500 + 75 * side, y: 405, rx: 38, ry: 19, colour: [235, 235, 235] },
  { x: 500 + 75 * side, y: 405, rx: 17, ry: 17, colour: [40, 30, 25] },
  { x: 500 + 22 * side, y: 535, rx: 12, ry: 9, colour: [110, 70, 60] },
]);
const MOUTH: readonly Ellipse[] = [
  { x: 500, y: 600, rx: 65, ry: 20, colour: [165, 70, 70] },
  { x: 500, y: 600, rx: 55, ry: 4, colour: [90, 30, 35] },
];

/**
 * Draws a cartoon portrait that detectors and meshes take for a face: tests need no picture of a person.
 * @param view left, top and width of the square of the plane that fills the picture
 */
export function drawPortrait(side: number, view: readonly [number, number, number] = [0, 0, 1000]): Raster {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const planeX = view[0] + ((2 * x + 1) * view[2]) / (2 * side);
      const planeY = view[1] + ((2 * y + 1) * view[2]) / (2 * side);
      data.set(colourAt(planeX, planeY), (y * side + x) * 3);
    }
  }
  return { width: side, height: side, data };
}

/** Places a picture into a larger one of the portrait's background colour. */
export function placeOn(width: number, height: number, picture: Raster, left: number, top: number): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set(BACKGROUND, at);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
    data.set(row, ((y + top) * width + left) * 3);
  }
  return { width, height, data };
}

function colourAt(x: number, y: number): Colour {
  let colour = BACKGROUND;
  for (const ellipse of BODY) if (isInside(ellipse, x, y)) colour = ellipse.colour;
  if (x >= 430 && x <= 570 && y >= 600 && y <= 790) colour = [190, 140, 115];
  if (isInside(HAIR, x, y)) colour = HAIR.colour;
  if (isInside(HEAD, x, y)) {
    const shade = 1000 - Math.floor(300 * distance(HEAD, x, y));
    colour = SKIN.map((value) => Math.floor((value * shade) / 1000)) as unknown as Colour;
  }
  for (const ellipse of FEATURES) if (isInside(ellipse, x, y)) colour = ellipse.colour;
  if (x >= 492 && x <= 508 && y >= 430 && y <= 520) colour = [235, 190, 165];
  for (const ellipse of MOUTH) if (isInside(ellipse, x, y)) colour = ellipse.colour;
  return colour;
}

/** Squared distance from the centre in units of the radii. */
function distance({ x, y, rx, ry }: Ellipse, planeX: number, planeY: number): number {
  return ((planeX - x) / rx) ** 2 + ((planeY - y) / ry) ** 2;
}

function isInside(ellipse: Ellipse, x: number, y: number): boolean {
  return distance(ellipse, x, y) <= 1;
}
