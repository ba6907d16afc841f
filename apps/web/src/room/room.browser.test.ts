import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { drawCamera } from '../testing/drawn-camera.ts';
import { findViolations, openBrowser, openPage } from '../testing/open-browser.ts';
import { openPagesServer, type PagesServer } from '../testing/pages-server.ts';
import { takeScreenshot } from '../testing/screenshot.ts';

let server: PagesServer;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

// Pages that stay open keep streaming and slow down the next test.
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

beforeEach(async () => {
  server = await openPagesServer();
  return () => server.close();
});

async function join(name: string, options: Parameters<typeof openPage>[1] = {}) {
  const watched = await openPage(browser, options);
  const { page } = watched;
  await page.goto(`${server.url}/room/green-door`);
  await page.getByRole('button', { name: 'Turn camera off' }).waitFor();
  await page.getByRole('button', { name: 'Turn microphone off' }).waitFor();
  await enter(page, name);
  return watched;
}

async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.locator('[data-phase=in-room]').waitFor();
}

/** Waits until a picture moves: two different moments of the stream were shown. */
async function seesMoving(page: Page, label: string): Promise<void> {
  await page.waitForFunction((name) => {
    const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${name}"]`);
    return video !== null && video.videoWidth > 0 && video.getVideoPlaybackQuality().totalVideoFrames > 2;
  }, label);
}

it('lets two people see each other, and tells when one leaves', async () => {
  const ada = await join('Ada Obi');
  const ben = await join('Ben Ruiz');
  await seesMoving(ada.page, 'Your camera');
  await seesMoving(ada.page, 'Camera of Ben Ruiz');
  await seesMoving(ben.page, 'Camera of Ada Obi');

  await ben.page.getByRole('button', { name: 'Leave' }).click();
  await ben.page.getByRole('heading', { name: 'You left the room' }).waitFor();
  await ada.page.getByText('Ben Ruiz').waitFor({ state: 'detached' });

  await ben.page.getByRole('button', { name: 'Join again' }).click();
  await ben.page.getByLabel('Your name').fill('Ben again');
  await ben.page.getByRole('button', { name: 'Join' }).click();
  await seesMoving(ada.page, 'Camera of Ben again');
  expect([...ada.errors, ...ben.errors]).toEqual([]);
});

it('sends sound that can be heard', async () => {
  const ada = await join('Ada Obi');
  const ben = await join('Ben Ruiz');
  await seesMoving(ben.page, 'Camera of Ada Obi');
  const tracks = await ben.page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label="Camera of Ada Obi"]')!;
    const [sound] = (video.srcObject as MediaStream).getAudioTracks();
    return { isMuted: video.muted, isPlaying: !video.paused, sound: sound?.readyState };
  });
  expect(tracks).toEqual({ isMuted: false, isPlaying: true, sound: 'live' });
  expect(
    await ada.page
      .locator('video[aria-label="Your camera"]')
      .evaluate((video) => (video as HTMLVideoElement).muted),
  ).toBe(true);
});

it('says when the camera or the microphone is off, and shows the picture again', async () => {
  const ada = await join('Ada Obi');
  const ben = await join('Ben Ruiz');
  await seesMoving(ada.page, 'Camera of Ben Ruiz');

  await ben.page.getByRole('button', { name: 'Turn camera off' }).click();
  await ada.page.getByText('BR', { exact: true }).waitFor();
  await expect.poll(() => server.room.people().find((one) => one.name === 'Ben Ruiz')?.cameraOn).toBe(false);
  await ben.page.getByRole('button', { name: 'Turn microphone off' }).click();
  await ada.page.locator('li').filter({ hasText: 'Ben Ruiz' }).getByText('Microphone off').waitFor();

  await ben.page.getByRole('button', { name: 'Turn camera on' }).click();
  await ada.page.getByText('BR', { exact: true }).waitFor({ state: 'detached' });
  await seesMoving(ada.page, 'Camera of Ben Ruiz');
});

it('lets someone without a camera in, and says why there is none', async () => {
  const watched = await openPage(browser);
  await watched.page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await watched.page.goto(`${server.url}/room/green-door`);
  await watched.page.getByRole('alert').filter({ hasText: 'does not allow' }).waitFor();
  await enter(watched.page, 'Chi Wu');
  expect(server.room.people()).toMatchObject([{ name: 'Chi Wu', cameraOn: false, microphoneOn: false }]);
});

it('notices a liveness bot as long as it is there', async () => {
  const { page } = await join('Ada Obi');
  expect(await page.getByText('A liveness bot is present').count()).toBe(0);
  server.room.addBot('Example Checks');
  await page.getByText('A liveness bot is present').waitFor();
  await page.getByText('Liveness bot', { exact: true }).waitFor();
  server.room.removeBot();
  await page.getByText('A liveness bot is present').waitFor({ state: 'detached' });
});

it('joins again when the server was gone', async () => {
  const ada = await join('Ada Obi');
  const ben = await join('Ben Ruiz');
  await seesMoving(ada.page, 'Camera of Ben Ruiz');
  server.room.disconnect();
  await expect.poll(() => server.room.people().length).toBe(2);
  await ada.page.locator('[data-phase=in-room]').waitFor();
  await seesMoving(ada.page, 'Camera of Ben Ruiz');
  await seesMoving(ben.page, 'Camera of Ada Obi');
});

it('says that a room is full', async () => {
  server.room.fill();
  const { page } = await openPage(browser);
  await page.goto(`${server.url}/room/green-door`);
  await page.getByLabel('Your name').fill('Ada Obi');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('The room is full').waitFor();
});

it('opens rooms that nobody can guess, and knows an address that is none', async () => {
  const { page, errors } = await openPage(browser);
  await page.goto(`${server.url}/room`);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open a new room' }).click();
  await page.waitForURL(/\/room\/[0-9a-f-]{36}$/);
  await page.goto(`${server.url}/room/a%20b`);
  await page.getByRole('heading', { name: 'There is no such room' }).waitFor();
  expect(errors).toEqual([]);
});

it.each([
  ['wide-light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const)('%s: is accessible and fits the screen', async (name, options) => {
  const { page } = await openPage(browser, options);
  await drawCamera(page, '#31597a');
  await page.goto(`${server.url}/room/green-door`);
  await seesMoving(page, 'Your camera');
  await page.getByRole('button', { name: 'Turn microphone off' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, `room-before-${name}`);

  const ben = await join('Ben Ruiz');
  await ben.page.getByRole('button', { name: 'Turn camera off' }).click();
  const chi = await openPage(browser);
  await drawCamera(chi.page, '#7a4a31');
  await chi.page.goto(`${server.url}/room/green-door`);
  await seesMoving(chi.page, 'Your camera');
  await enter(chi.page, 'Chi Wu');
  await enter(page, 'Ada Obi');
  server.room.addBot('Example Checks');
  await page.getByText('A liveness bot is present').waitFor();
  await page.getByText('BR', { exact: true }).waitFor();
  await seesMoving(page, 'Camera of Chi Wu');
  await takeScreenshot(page, `room-${name}`);
  expect(await findViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
