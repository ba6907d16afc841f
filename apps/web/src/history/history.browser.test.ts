import type { AnalysisRecord } from '@vivant/contract/analysis-record';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations, openBrowser, openPage, type WatchedPage } from '../testing/open-browser.ts';
import { openPagesServer, type PagesServer, TEST_ACCOUNT, TEST_KEY } from '../testing/pages-server.ts';
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

const NAMES = ['Ada Obi', 'Ben Ruiz', 'Chi Wu', 'Dagmar Lindqvist-Oyelaran'];
const SOURCES = ['zoom', 'google_meet', 'microsoft_teams', 'room'];

function analysis(index: number): AnalysisRecord {
  const score = (index * 37) % 101;
  const hasFailed = index % 9 === 5;
  return {
    id: `a-${index}`,
    sessionId: '0a0b0c0d-0000-4000-8000-000000000001',
    participantId: `p${index}`,
    participantName: NAMES[index % NAMES.length]!,
    meetingName: index % 3 === 0 ? null : 'Interview, backend team',
    meetingSource: SOURCES[index % SOURCES.length]!,
    model: index % 2 ? 'mixed-10-v2' : 'mixed-30-v3_1',
    verdict: hasFailed ? null : score >= 65 ? 'live' : 'fake',
    score: hasFailed ? null : score,
    confidence: hasFailed ? null : score / 100,
    realScore: hasFailed ? null : score / 100,
    framesProcessed: hasFailed ? null : 10,
    processingMs: hasFailed ? null : 812,
    status: hasFailed ? 'failed' : 'completed',
    error: hasFailed ? 'The verification service could not be reached' : null,
    createdAt: new Date(Date.parse('2026-11-20T10:00:00Z') - index * 3_600_000).toISOString(),
  };
}

function analyses(count: number): AnalysisRecord[] {
  return Array.from({ length: count }, (_, index) => analysis(index));
}

/** Something that a test lets happen later. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function signIn(page: Page, password = TEST_ACCOUNT.password): Promise<void> {
  await page.getByLabel('Email').fill(TEST_ACCOUNT.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openSignedIn(
  path: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  await watched.page.goto(server.url + path);
  await signIn(watched.page);
  await watched.page.waitForURL(server.url + path);
  return watched;
}

it('asks for the sign-in, and comes back to the filters that were asked for', async () => {
  server.analyses = analyses(3);
  const { page, errors } = await openPage(browser);
  await page.goto(`${server.url}/history?verdict=live`);
  await page.waitForURL(/\/signin\?next=/);
  await signIn(page, 'wrong');
  await page.getByRole('alert').filter({ hasText: 'do not belong together' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'sign-in');

  await signIn(page);
  await page.waitForURL(`${server.url}/history?verdict=live`);
  await page.getByText('1 to 1 of 1').waitFor();
  expect(server.queries.at(-1)?.get('verdict')).toBe('live');
  expect(errors).toEqual([]);
});

it('goes on without asking when the browser is signed in', async () => {
  const { page } = await openSignedIn('/history');
  await page.goto(`${server.url}/signin`);
  await page.waitForURL(`${server.url}/history`);
});

it('signs out', async () => {
  const { page } = await openSignedIn('/history');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${server.url}/signin`);
  await page.goto(`${server.url}/history`);
  await page.waitForURL(/\/signin\?next=/);
});

it('narrows the list, keeps the filters in the address and steps back through them', async () => {
  server.analyses = analyses(20);
  const { page } = await openSignedIn('/history');
  await page.getByText('1 to 20 of 20').waitFor();

  await page.getByLabel('Verdict').selectOption('fake');
  await page.getByLabel('Model').fill('mixed-10-v2');
  await page.getByLabel('Meeting').selectOption('google_meet');
  await page.getByLabel('From').fill('2026-11-01');
  await page.getByLabel('To', { exact: true }).fill('2026-11-20');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/from=2026-11-01/);
  await expect
    .poll(() => Object.fromEntries(server.queries.at(-1)!))
    .toEqual({
      limit: '50',
      offset: '0',
      verdict: 'fake',
      model: 'mixed-10-v2',
      meeting_source: 'google_meet',
      date_from: '2026-11-01T00:00:00.000Z',
      date_to: '2026-11-20T23:59:59.999Z',
    });

  await page.reload();
  await expect.poll(() => page.getByLabel('Verdict').inputValue()).toBe('fake');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Verdict').inputValue()).toBe('');
  await page.getByText('1 to 20 of 20').waitFor();
});

it('forgets an answer that is still coming when another is wanted', async () => {
  server.analyses = analyses(20);
  const first = createGate();
  server.beforeAnalyses = () => (server.queries.length === 1 ? first.opened : Promise.resolve());
  const { page, errors } = await openSignedIn('/history');
  await expect.poll(() => server.queries.length).toBe(1);
  await page.getByLabel('Verdict').selectOption('fake');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  first.open();
  expect(errors).toEqual([]);
});

it('keeps what is chosen while the list is loading', async () => {
  server.analyses = analyses(20);
  const first = createGate();
  server.beforeAnalyses = () => first.opened;
  const { page } = await openSignedIn('/history');
  await expect.poll(() => server.queries.length).toBe(1);
  await page.getByLabel('Verdict').selectOption('fake');
  await page.getByLabel('Model').fill('mixed-10-v2');
  first.open();
  await page.getByText('1 to 20 of 20').waitFor();
  expect(await page.getByLabel('Verdict').inputValue()).toBe('fake');
  expect(await page.getByLabel('Model').inputValue()).toBe('mixed-10-v2');
});

it('pages through a long history', async () => {
  server.analyses = analyses(120);
  const { page } = await openSignedIn('/history');
  await page.getByText('1 to 50 of 120').waitFor();
  expect(await page.getByRole('button', { name: 'Newer' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('101 to 120 of 120').waitFor();
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
  expect(page.url()).toBe(`${server.url}/history?page=3`);
});

it('says what is the matter when there is nothing to show', async () => {
  const { page } = await openSignedIn('/history');
  await page.getByRole('heading', { name: 'No analyses yet' }).waitFor();
  await page.goto(`${server.url}/history?verdict=live`);
  await page.getByRole('heading', { name: 'Nothing matches the filters' }).waitFor();
  server.analyses = undefined;
  await page.reload();
  await page.getByRole('heading', { name: 'No history is kept' }).waitFor();
});

it.each([
  ['wide-light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['wide-dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
] as const)('the history, %s, is accessible and fits the screen', async (name, options) => {
  server.analyses = analyses(12);
  const { page, errors } = await openSignedIn('/history', options);
  await page.getByText('1 to 12 of 12').waitFor();
  await takeScreenshot(page, `history-${name}`);
  expect(await findViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(errors).toEqual([]);
});

it('shows whether a key is set, refuses one of no use and saves one that works', async () => {
  const { page, errors } = await openSignedIn('/settings');
  await page.getByText('Not set').waitFor();
  await page.getByLabel('Key').fill('sk-wrong');
  await page.getByRole('button', { name: 'Save key' }).click();
  await page.getByRole('alert').filter({ hasText: 'does not accept this key' }).waitFor();

  await page.getByLabel('Key').fill(TEST_KEY);
  await page.getByRole('button', { name: 'Save key' }).click();
  await page.getByText('The key works and is saved.').waitFor();
  await page.getByText('1234').waitFor();
  expect(await page.getByLabel('New key').inputValue()).toBe('');
  expect(await page.content()).not.toContain(TEST_KEY);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'settings');
  expect(errors).toEqual([]);
});

it('says that an address leads nowhere', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${server.url}/nowhere`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});
