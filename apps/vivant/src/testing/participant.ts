import { type Browser, chromium, type Page } from 'playwright-core';

/** Somebody with a browser and a camera of their own. */
export interface Participant {
  readonly page: Page;
  /** Errors of scripts and of the content security policy. */
  readonly errors: readonly string[];
  /** Gone from the meeting, browser and all. */
  leave(): Promise<void>;
}

/** Opens a browser whose camera plays a recording over and over. */
export async function openParticipant(webcam: string): Promise<Participant> {
  const browser = await launch([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${webcam}`,
    // Host candidates are names of mDNS otherwise, which nobody resolves in a container.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
  ]);
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  return { page, errors: watchErrors(page), leave: () => browser.close() };
}

/** Opens a browser without a camera. */
export async function openObserver(): Promise<Participant> {
  const browser = await launch([]);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  return { page, errors: watchErrors(page), leave: () => browser.close() };
}

/** Joins a built-in room as people do: with the camera on, which the page does by itself, and a name. */
export async function joinRoom({ page }: Participant, roomUrl: string, name: string): Promise<void> {
  await page.goto(roomUrl);
  await page.getByRole('button', { name: 'Turn camera off' }).waitFor();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.locator('main[data-phase="in-room"]').waitFor();
}

function launch(args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', ...args],
  });
}

function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // An answer of 400 and above is logged too: a page asks whether somebody is signed in.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  return errors;
}
