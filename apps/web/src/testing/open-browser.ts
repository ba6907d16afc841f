import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A Chromium whose camera shows moving test colours and whose microphone beeps. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}

/** A page that keeps every error and every request. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of scripts and of the content security policy. */
  readonly errors: readonly string[];
  readonly requests: readonly string[];
}

/** Opens a page of its own profile. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // An answer of 400 and above is logged too; whether it may happen is for the test to say.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text());
    }
  });
  page.on('request', (request) => requests.push(request.url()));
  return { page, errors, requests };
}

/** What a page does wrong for people with disabilities, by the rules of axe: WCAG 2.2 AA and good practice. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  // A page counts as loaded before the chunk that draws it has come; an empty one has no heading.
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Evaluated rather than added as a script, which the content security policy forbids.
  await page.evaluate(`${axe.source}; 0`);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeReport> } }).axe.run(),
  );
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.html}`));
}

interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
