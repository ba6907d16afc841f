import { type Browser, chromium, type Page } from 'playwright-core';

/** Somebody with a browser and a camera of their own. */
export interface Participant {
  readonly page: Page;
  /** Errors of scripts and of the content security policy. */
  readonly errors: readonly string[];
  /** Gone from the meeting, browser and all. */
  leave(): Promise<void>;
}

/** A hang still ends; four browsers on a busy machine are no failure. */
const WAIT_MS_MAX = 90_000;

/** Opens a browser whose camera plays a recording over and over. */
export async function openParticipant(webcam: string): Promise<Participant> {
  const browser = await launch([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${webcam}`,
    // Host candidates are names of mDNS otherwise, which nobody resolves in a container.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
  ]);
  return open(browser, { width: 900, height: 600 });
}

/** Opens a browser without a camera. */
export async function openObserver(): Promise<Participant> {
  const browser = await launch([]);
  return open(browser, { width: 1280, height: 800 });
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

async function open(browser: Browser, viewport: { width: number; height: number }): Promise<Participant> {
  const page = await browser.newPage({ viewport, locale: 'en-GB' });
  page.setDefaultTimeout(WAIT_MS_MAX);
  return { page, errors: watchErrors(page), leave: () => browser.close() };
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
