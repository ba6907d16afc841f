import { describe, expect, it } from 'vitest';
import { readStatusWebhook } from './bot-object.ts';
import { endReasonOf } from './end-reasons.ts';
import { platformOf } from './platforms.ts';
import { readRealtimeEvent } from './realtime-event.ts';

const participant = { id: 100, name: 'Ann', is_host: true, platform: 'desktop', extra_data: {}, email: null };
const timestamp = { absolute: '2026-01-01T00:00:00.000000Z', relative: 12.5 };

function message(event: string, data: object): string {
  return JSON.stringify({
    event,
    data: { data, realtime_endpoint: { id: 'e', metadata: {} }, bot: { id: 'b' } },
  });
}

describe("messages of the provider's socket", () => {
  it('are read as documented', () => {
    const join = message('participant_events.join', { participant, timestamp, data: null });
    const buffer = Buffer.from('pixels').toString('base64');
    const png = message('video_separate_png.data', { participant, timestamp, type: 'webcam', buffer });

    expect(readRealtimeEvent(join)).toMatchObject({
      kind: 'participant',
      what: 'join',
      participant: { id: 100, name: 'Ann' },
      atMs: 12_500,
    });
    expect(readRealtimeEvent(png)).toMatchObject({
      kind: 'video',
      codec: 'png',
      source: 'webcam',
      atMs: 12_500,
    });
  });

  it.each([
    ['no JSON', '{'],
    ['something else', '[]'],
    ['an unknown event', message('transcript.data', { words: [] })],
    ['an event without a participant', message('participant_events.join', { timestamp })],
    [
      'a picture that is no base64',
      message('video_separate_png.data', { participant, timestamp, buffer: '%' }),
    ],
  ])('are ignored when they are %s', (_what, text) => {
    expect(readRealtimeEvent(text)).toBeUndefined();
  });
});

describe('status webhooks', () => {
  it('are read as documented, and others ignored', () => {
    const data = { data: { code: 'fatal', sub_code: null, updated_at: 'T' }, bot: { id: 'b', metadata: {} } };

    expect(readStatusWebhook({ event: 'bot.fatal', data })).toEqual({
      botId: 'b',
      status: { code: 'fatal', subCode: undefined, at: 'T' },
    });
    expect(readStatusWebhook({ event: 'recording.done', data })).toBeUndefined();
    expect(readStatusWebhook('bot.fatal')).toBeUndefined();
  });
});

describe('reasons', () => {
  it('are said in words, also those that are new', () => {
    expect(endReasonOf('bot_kicked_from_call')).toBe('Someone removed the bot from the meeting.');
    expect(endReasonOf('planet_<b>exploded</b>')).toBe('The provider says: planet b exploded b .');
    expect(endReasonOf('constructor')).toBe('The provider says: constructor.');
    expect(endReasonOf(undefined)).toBeUndefined();
  });
});

describe('platforms', () => {
  it.each([
    ['https://zoom.us/j/1', 'zoom'],
    ['https://us02web.zoom.us/j/1?pwd=x', 'zoom'],
    ['https://acme.zoomgov.com/j/1', 'zoom'],
    ['https://meet.google.com/abc-defg-hij', 'google_meet'],
    ['https://teams.microsoft.com/l/meetup-join/1', 'microsoft_teams'],
    ['https://teams.live.com/meet/1', 'microsoft_teams'],
    ['https://acme.webex.com/meet/ann', 'webex'],
    ['https://zoom.us.evil.example/j/1', undefined],
    ['https://evilzoom.us/j/1', undefined],
    ['https://webex.com/', undefined],
    ['ftp://zoom.us/j/1', undefined],
  ])('%s is %s', (url, platform) => {
    expect(platformOf(new URL(url))).toBe(platform);
  });
});
