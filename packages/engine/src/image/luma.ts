/** Luma of gamma-encoded RGB (ITU-R BT.601, as JPEG uses it), in the unit of its inputs. */
export function luma(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
