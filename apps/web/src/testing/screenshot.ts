import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Pictures of the pages: those of the README come from here. */
const FOLDER = process.env['SCREENSHOTS'] ?? join(tmpdir(), 'vivant-screenshots');

/** Takes a picture of what a page shows, for people to look at. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}
