import type { BotEvent } from '@vivant/contract/bot-event';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations, openBrowser, openPage, type WatchedPage } from '../testing/open-browser.ts';
import { openPagesServer, type PagesServer } from '../testing/pages-server.ts';
import { takeScreenshot } from '../testing/screenshot.ts';

const ada = { participantId: 'p1', participantName: 'Ada Obi' };
const ben = { participantId: 'p2', participantName: 'Ben Ruiz' };
const chi = { participantId: 'p3', participantName: 'Chi Wu' };
const dag = { participantId: 'p4', participantName: 'Dagmar Lindqvist-Oyelaran' };
const eli = { participantId: 'p5', participantName: 'Eli Kent' };

function result(who: typeof ada, score: number): BotEvent {
  const isLive = score >= 65;
  return {
    type: 'participant-result',
    ...who,
    verdict: isLive ? 'live' : 'fake',
    score,
    confidence: score / 100,
    isLive,
  };
}

function joined(...people: readonly (typeof ada)[]): BotEvent[] {
  return people.flatMap((who): BotEvent[] => [
    { type: 'participant-joined', ...who },
    { type: 'webcam-on', ...who },
  ]);
}

const MEETING: BotEvent[] = [
  { type: 'clear-participants' },
  { type: 'session-status', status: 'joining_call' },
  { type: 'recall-connected' },
  { type: 'session-status', status: 'in_call_recording' },
  ...joined(ada, ben, chi, dag, eli),
  { type: 'participant-matched', ...ada, matchedTarget: 'Ada', numericId: 1 },
  { type: 'participant-stage', ...ada, stage: 'accumulating' },
  { type: 'frame-progress', ...ada, frames: 10, required: 10 },
  { type: 'participant-stage', ...ada, stage: 'analyzing' },
  { type: 'participant-stage', ...ada, stage: 'done' },
  result(ada, 93.4),
  { type: 'participant-stage', ...ben, stage: 'accumulating' },
  result(ben, 81),
  { type: 'participant-stage', ...ben, stage: 'accumulating' },
  { type: 'participant-stage', ...ben, stage: 'done' },
  result(ben, 17.8),
  { type: 'participant-stage', ...eli, stage: 'accumulating' },
  { type: 'webcam-off', ...eli },
  { type: 'participant-stage', ...eli, stage: 'stopped', reason: 'camera-off' },
  { type: 'participant-stage', ...chi, stage: 'accumulating' },
  { type: 'frame-progress', ...chi, frames: 6, required: 10 },
  {
    type: 'frame-quality-rejected',
    ...chi,
    reason: 'face-too-far',
    framesCollected: 6,
    framesRequired: 10,
  },
];

let server: PagesServer;
let browser: Browser;
let tests = 0;
let token: string;

beforeAll(async () => {
  server = await openPagesServer(minuteByMinute());
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

// Pages that stay open keep streaming and slow down the next test.
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

beforeEach(() => {
  tests += 1;
  token = `header.claims-${tests}.signature`;
});

function minuteByMinute(): () => Date {
  let now = Date.parse('2026-11-20T10:00:00Z');
  return () => {
    now += 1_300;
    return new Date(now);
  };
}

async function observe(options: Parameters<typeof openPage>[1] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  await watched.page.goto(`${server.url}/interview/${token}`);
  return watched;
}

function card(watched: WatchedPage, name: string) {
  return watched.page.getByRole('listitem').filter({ has: watched.page.getByRole('heading', { name }) });
}

describe('the observer page', () => {
  it('shows who is where in the scan and what came out', async () => {
    server.session(token).push(...MEETING);
    const watched = await observe();

    await card(watched, 'Ada Obi').getByText('Live', { exact: true }).waitFor();
    await card(watched, 'Ada Obi').getByText('Very likely a live person: 93 of 100').waitFor();
    await card(watched, 'Ada Obi').getByText('VERY HIGH').waitFor();
    await card(watched, 'Ben Ruiz').getByText('Verdict changed from Live to Fake').waitFor();
    await card(watched, 'Chi Wu').getByText('Too far from the camera').waitFor();
    const progress = card(watched, 'Chi Wu').getByRole('progressbar');
    expect(await progress.getAttribute('aria-valuetext')).toBe('6 of 10 frames');
    await card(watched, 'Eli Kent').getByText('The camera was turned off during the scan').waitFor();
    await card(watched, 'Eli Kent').getByText('Camera off').waitFor();
    await card(watched, 'Dagmar').getByText('Waiting').waitFor();
    await watched.page.getByText('Watching the meeting').first().waitFor();
    await watched.page.getByText('Live updates').waitFor();
    expect(await watched.page.locator('.tile').allInnerTexts()).toEqual([
      'People seen\n5',
      'Live\n1',
      'Fake\n1',
      'No verdict\n3',
    ]);
  });

  it('follows what happens', async () => {
    const session = server.session(token);
    session.push({ type: 'session-status', status: 'in_waiting_room' });
    const watched = await observe();
    await watched.page.getByText('In the waiting room').first().waitFor();
    await watched.page.getByText('Nobody on camera yet').waitFor();

    session.push({ type: 'session-status', status: 'in_call_recording' }, ...joined(ada));
    await card(watched, 'Ada Obi').getByText('Waiting').waitFor();
    session.push({ type: 'participant-stage', ...ada, stage: 'accumulating' });
    session.push({ type: 'frame-progress', ...ada, frames: 4, required: 10 });
    await card(watched, 'Ada Obi').getByText('4').waitFor();
    session.push({ type: 'participant-stage', ...ada, stage: 'analyzing' });
    await card(watched, 'Ada Obi').getByText('Analyzing').waitFor();
    session.push(result(ada, 40));
    await card(watched, 'Ada Obi').getByText('Fake', { exact: true }).waitFor();
    session.push({ type: 'participant-left', participantId: 'p1' });
    await card(watched, 'Ada Obi').getByText('Left the meeting').waitFor();
    await watched.page.getByRole('log').getByText('Ada Obi: Fake, score 40').waitFor();
  });

  it('says that an analysis failed', async () => {
    const session = server.session(token);
    session.push(...joined(ada), { type: 'analysis-failed', ...ada, error: 'The service is busy' });
    const watched = await observe();
    await card(watched, 'Ada Obi').getByText('The analysis failed: The service is busy').waitFor();
  });

  it('connects again when the stream breaks, and misses nothing', async () => {
    const session = server.session(token);
    session.push(...joined(ada), result(ada, 90));
    const watched = await observe();
    await card(watched, 'Ada Obi').getByText('Live', { exact: true }).waitFor();

    session.disconnect();
    session.push(result(ada, 20));
    await card(watched, 'Ada Obi').getByText('Verdict changed from Live to Fake').waitFor();
    await watched.page.getByText('Live updates').waitFor();
  });

  it('keeps trying while the service refuses, and says so', async () => {
    const session = server.session(token);
    session.push(...joined(ada));
    const watched = await observe();
    await card(watched, 'Ada Obi').waitFor();

    session.refusal = 503;
    session.disconnect();
    await watched.page.getByText('Reconnecting').waitFor();
    const refused = await watched.page.waitForResponse(
      (response) => response.status() === 503 && !response.url().endsWith('/events'),
    );
    expect(refused.status()).toBe(503);
    session.refusal = undefined;
    await watched.page.getByText('Live updates').waitFor();
  });

  it('stops when the session is over', async () => {
    const session = server.session(token);
    session.push(...joined(ada), result(ada, 90));
    session.push({ type: 'session-status', status: 'done', reason: 'Everyone left the meeting' });
    const watched = await observe();
    await watched.page.getByText('The session has ended').waitFor();
    await watched.page.getByText('Everyone left the meeting', { exact: true }).waitFor();

    session.end();
    await watched.page.getByText('Session over').waitFor();
    expect(session.streamCount).toBe(0);
  });

  it.each([
    [401, 'This link is not valid'],
    [404, 'This session does not exist'],
  ] as const)('explains an answer of %d', async (status, title) => {
    server.session(token).refusal = status;
    const watched = await observe();
    await watched.page.getByRole('heading', { name: title }).waitFor();
    expect(await findViolations(watched.page)).toEqual([]);
  });

  it('loads nothing from elsewhere and breaks no rule of its content security policy', async () => {
    server.session(token).push(...MEETING);
    const watched = await observe();
    await card(watched, 'Ada Obi').waitFor();
    expect(watched.requests.filter((address) => !address.startsWith(server.url))).toEqual([]);
    expect(watched.errors).toEqual([]);
  });
});

describe('how it looks', () => {
  it.each([
    ['wide-light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
    ['wide-dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
    ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
    ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)('%s: is accessible and fits the screen', async (name, options) => {
    server.session(token).push(...MEETING);
    const watched = await observe(options);
    await card(watched, 'Chi Wu').getByText('Too far').waitFor();
    await takeScreenshot(watched.page, `observer-${name}`);
    expect(await findViolations(watched.page)).toEqual([]);
    const overflow = await watched.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  it('keeps the chosen colours', async () => {
    server.session(token).push(...MEETING);
    const watched = await observe({ colorScheme: 'light' });
    const background = () =>
      watched.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await card(watched, 'Ada Obi').waitFor();
    const light = await background();

    await watched.page.getByRole('button', { name: 'Colours: as the system' }).click();
    await watched.page.getByRole('button', { name: 'Colours: light' }).click();
    await watched.page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    const dark = await background();
    expect(dark).not.toBe(light);

    await watched.page.reload();
    await card(watched, 'Ada Obi').waitFor();
    expect(await background()).toBe(dark);
  });

  it('does not move for who wants no motion', async () => {
    server.session(token).push(...joined(ada), { type: 'participant-stage', ...ada, stage: 'analyzing' });
    const watched = await observe({ reducedMotion: 'reduce' });
    await card(watched, 'Ada Obi').getByText('Analyzing').waitFor();
    expect(await watched.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});
