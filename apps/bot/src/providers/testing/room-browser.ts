import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { paintFrame } from './painted-frame.ts';

/** A browser with a camera that shows a painted picture. */
export interface RoomBrowser {
  open(url: URL): Promise<Page>;
  close(): Promise<void>;
}

const SIZE = { width: 640, height: 360 };
const FPS = 15;

/** One pass of the moving bar; the browser plays the file over and over. */
const FRAMES = SIZE.width / 8;

/** Starts Chromium with a camera of one grey, 16 to 175. */
export async function startRoomBrowser(shade: number): Promise<RoomBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'room-camera-'));
  const camera = join(directory, 'camera.y4m');
  await paintCamera(camera, shade);
  let browser: Browser;
  try {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${camera}`,
        // Host candidates are names of mDNS otherwise, which nobody resolves in a container.
        '--disable-features=WebRtcHideLocalIpsWithMdns',
      ],
    });
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
  return {
    open: async (url) => {
      const page = await browser.newPage();
      await page.goto(url.href);
      await page.waitForFunction('window.room !== undefined');
      return page;
    },
    close: async () => {
      await browser.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function paintCamera(path: string, shade: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F${FPS}:1 Ip A1:1 C420jpeg\n`);
    for (let index = 0; index < FRAMES; index += 1) {
      await file.write('FRAME\n');
      await file.write(paintFrame(SIZE, shade, index).data);
    }
  } finally {
    await file.close();
  }
}
