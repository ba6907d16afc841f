/** A decoded picture: 8-bit RGB, rows top to bottom, no padding (`data.length === width * height * 3`). */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
