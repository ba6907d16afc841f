const SLICE = 1;
const KEY_SLICE = 5;
const SEQUENCE_PARAMETERS = 7;
const PICTURE_PARAMETERS = 8;

/** What an access unit is, by the NAL units in it (ITU-T H.264, 7.4.1 and annex B). */
export interface AccessUnit {
  readonly isKey: boolean;
  /** Holds a picture, not only parameters. */
  readonly hasPicture: boolean;
  /** The sequence and picture parameter sets with their start codes; empty when there are none. */
  readonly parameters: Buffer;
}

/** Looks into an access unit in annex B form. */
export function inspectAccessUnit(data: Buffer): AccessUnit {
  const starts = startCodes(data);
  const types = starts.map((start) => (data[start + 3] ?? 0) & 0x1f);
  const parameters = starts
    .map((start, index) => data.subarray(start, starts[index + 1]))
    .filter((_, index) => types[index] === SEQUENCE_PARAMETERS || types[index] === PICTURE_PARAMETERS);
  return {
    isKey: types.includes(KEY_SLICE),
    hasPicture: types.includes(KEY_SLICE) || types.includes(SLICE),
    parameters: Buffer.concat(parameters),
  };
}

/** Offsets of the three bytes 0, 0, 1; a fourth zero in front belongs to the unit before and does no harm. */
function startCodes(data: Buffer): number[] {
  const starts: number[] = [];
  const code = Buffer.from([0, 0, 1]);
  for (let at = data.indexOf(code); at !== -1; at = data.indexOf(code, at + 3)) starts.push(at);
  return starts;
}
