import { randomUUID } from 'node:crypto';
import { testDatabases } from '@vivant/service-kit/testing/test-databases';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MeetingProviderError } from '../providers/meeting-provider.ts';
import { readEvents } from '../testing/event-reader.ts';
import { newMeetingUrl, openTestBot, type TestBot, testCamera } from '../testing/test-bot.ts';
import { botSessions } from './sessions-table.ts';

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`a bot session on ${adapter.name}`, () => {
    let bot: TestBot;

    beforeAll(async () => {
      bot = await openTestBot({ testDatabase: await adapter.create() });
    });
    afterAll(() => bot.close());

    /** A session of a new organization. */
    async function start(body: object = {}) {
      const meetingUrl = newMeetingUrl();
      const { key, organizationId } = bot.addKey();
      const created = await bot.send(key, 'POST', '/api/sessions', { meetingUrl, ...body });
      expect(created).toMatchObject({ status: 200 });
      const { sessionId, interviewToken } = created.body;
      return {
        key,
        organizationId,
        created,
        sessionId: sessionId as string,
        interviewToken: interviewToken as string,
        path: `/api/sessions/${sessionId}`,
        meeting: bot.provider.meeting(meetingUrl),
        events: () =>
          readEvents(`${bot.url}/api/sessions/${sessionId}/events`, { authorization: `Bearer ${key}` }),
      };
    }

    it('is created with the documented answer, and its bot appears as its organization wants', async () => {
      const { created, meeting } = await start({ botName: 'Gatekeeper' });
      expect(created.body).toEqual({
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        botId: expect.any(String),
        status: 'bot_created',
        interviewToken: expect.any(String),
        message: expect.any(String),
      });
      expect(meeting.bots).toMatchObject([{ botName: 'Gatekeeper' }]);
      const other = await start();
      expect(other.meeting.bots).toMatchObject([{ botName: 'Checks' }]);
    });

    it('has the gates that it asks for, otherwise those of the deployment', async () => {
      const strict = await openTestBot({ shared: bot, config: { faceGate: true, bgSegmentation: true } });
      const { key } = strict.addKey();
      const gatesOf = async (body: object) => {
        const asked = { meetingUrl: newMeetingUrl(), ...body };
        const { sessionId } = (await strict.send(key, 'POST', '/api/sessions', asked)).body;
        const { faceGate, bgSegmentation } = (await strict.send(key, 'GET', `/api/sessions/${sessionId}`))
          .body;
        return [faceGate, bgSegmentation];
      };
      expect(await gatesOf({})).toEqual([true, true]);
      expect(await gatesOf({ faceGate: false, bgSegmentation: false })).toEqual([false, false]);
      await strict.close();
    });

    it('scans who comes, tells each step, and keeps the result in session and history', async () => {
      const { key, path, meeting, events, sessionId } = await start({ meetingName: 'Round one' });
      const stream = await events();
      meeting.arrive('Ada', testCamera);
      await stream.until(({ data }) => data.stage === 'accumulating');
      await bot.film(12);
      await stream.until(({ data }) => data.stage === 'done');
      const kinds = stream.events.map(({ event }) => event);
      expect(kinds[0]).toBe('clear-participants');
      expect(kinds).toContain('frame-progress');
      const ids = stream.events.map(({ id }) => id);
      expect(ids).toEqual(ids.map((_, at) => at + 1));
      for (const { event, data } of stream.events)
        expect(data).toMatchObject({ type: event, timestamp: expect.stringMatching(/Z$/) });

      const { body } = await bot.send(key, 'GET', path);
      expect(body).toMatchObject({
        sessionId,
        status: 'in_call_recording',
        meetingSource: 'synthetic',
        meetingName: 'Round one',
        model: 'mixed-30-v2',
        participants: [{ participantName: 'Ada', stage: 'done', result: { verdict: 'live', isLive: true } }],
        results: [{ participantName: 'Ada', verdict: 'live' }],
      });
      await bot.send(key, 'DELETE', path);
      const history = await bot.send(key, 'GET', '/api/analyses');
      expect(history.body).toMatchObject({
        total: 1,
        limit: 50,
        offset: 0,
        analyses: [
          {
            sessionId,
            participantName: 'Ada',
            verdict: 'live',
            status: 'completed',
            meetingName: 'Round one',
          },
        ],
      });
    });

    it('ends by DELETE: the bot leaves, the stream ends, and coming back is answered with 204', async () => {
      const { key, path, meeting, events, interviewToken } = await start();
      const stream = await events();
      await stream.until(({ event }) => event === 'clear-participants');
      const stopped = await bot.send(key, 'DELETE', path);
      expect(stopped).toMatchObject({ status: 200, body: { status: 'stopped' } });
      await stream.ended;
      const last = stream.events.at(-1)!;
      expect(last).toMatchObject({ event: 'session-status', data: { status: 'stopped' } });
      expect(meeting.bots).toEqual([]);
      const body = (await bot.send(key, 'GET', path)).body;
      expect(body).toMatchObject({ status: 'stopped', endedAt: expect.any(String) });
      expect((await bot.send(key, 'DELETE', path)).status).toBe(200);
      const again = await readEvents(`${bot.url}${path}/events`, {
        authorization: `Bearer ${key}`,
        'last-event-id': String(last.id),
      });
      expect(again.status).toBe(204);
      const observer = await readEvents(`${bot.url}/api/interview/${interviewToken}/events`);
      await observer.ended;
      expect(observer.events.map(({ event }) => event)).toEqual(['clear-participants', 'session-status']);
      const refused = await bot.send(key, 'POST', `${path}/scan/guest-1`);
      expect(refused).toMatchObject({ status: 409, body: { error: 'This session has already ended' } });
    });

    it('tells and keeps a verdict that comes after the meeting has ended', async () => {
      const { key, path, meeting, events } = await start();
      const stream = await events();
      meeting.arrive('Ada', testCamera);
      await stream.until(({ data }) => data.stage === 'accumulating');
      const release = bot.judge.hold();
      await bot.film(12);
      await stream.until(({ data }) => data.stage === 'analyzing');
      meeting.tell({ kind: 'status', status: 'call_ended', reason: 'The host ended the meeting.' });
      await stream.until(({ data }) => data.status === 'call_ended');
      expect((await bot.send(key, 'GET', path)).body).toMatchObject({ status: 'call_ended', endedAt: null });
      release();
      await stream.ended;
      expect(stream.events.slice(-3)).toMatchObject([
        { event: 'participant-result', data: { verdict: 'live' } },
        { data: { stage: 'done' } },
        { event: 'session-status', data: { status: 'done' } },
      ]);
      await expect
        .poll(async () => (await bot.send(key, 'GET', path)).body)
        .toMatchObject({ status: 'done', endedAt: expect.any(String), results: [{ verdict: 'live' }] });
      expect(meeting.bots).toEqual([]);
    });

    it('obeys one of two commands that come at once, and ends once', async () => {
      const { key, path, meeting, events } = await start({ targetParticipantNames: ['Nobody'] });
      const stream = await events();
      const people = [meeting.arrive('Ada', testCamera), meeting.arrive('Bob', testCamera)];
      const ids = people.map(({ participantId }) => participantId);
      await stream.until(
        ({ event, data }) => event === 'participant-joined' && data.participantId === ids[1],
      );
      const scans = await Promise.all(ids.map((id) => bot.send(key, 'POST', `${path}/scan/${id}`)));
      expect(new Set(scans.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const ends = await Promise.all([1, 2, 3].map(() => bot.send(key, 'DELETE', path)));
      expect(ends.map(({ status }) => status)).toEqual([200, 200, 200]);
      await stream.ended;
      expect(stream.events.filter(({ data }) => data.status === 'stopped')).toHaveLength(1);
    });

    it('replays what a client missed, and to an observer the present state first', async () => {
      const { key, path, meeting, events, interviewToken } = await start({ targetParticipantNames: ['Ada'] });
      meeting.arrive('Ada L.', testCamera, 7);
      const first = await events();
      await first.until(({ data }) => data.stage === 'accumulating');
      first.close();
      const seen = first.events.at(-1)!;
      await bot.film(3);
      const back = await readEvents(`${bot.url}${path}/events`, {
        authorization: `Bearer ${key}`,
        'last-event-id': String(seen.id),
      });
      await back.until(({ event, data }) => event === 'frame-progress' && Number(data.frames) >= 3);
      expect(back.events[0]!.id).toBe(seen.id + 1);

      const observer = await readEvents(`${bot.url}/api/interview/${interviewToken}/events`);
      const progress = await observer.until(({ event }) => event === 'frame-progress');
      expect(observer.events.map(({ event }) => event).slice(0, 6)).toEqual([
        'clear-participants',
        'session-status',
        'participant-joined',
        'webcam-on',
        'participant-matched',
        'participant-stage',
      ]);
      expect(progress.data).toMatchObject({ frames: expect.any(Number), required: 10 });
      await bot.film(1);
      const next = await observer.until(({ id }) => id > progress.id);
      expect(next.id).toBe(progress.id + 1);
      expect(observer.headers.get('x-accel-buffering')).toBe('no');
      expect(observer.headers.get('content-type')).toContain('text/event-stream');
      expect(observer.text()).toContain('retry: 3000');
      back.close();
      observer.close();
    });

    it('is scanned, stopped and scanned again by hand, with the documented refusals', async () => {
      const { key, path, meeting, events } = await start({ targetParticipantNames: ['Nobody'] });
      const stream = await events();
      const ada = meeting.arrive('Ada', testCamera).participantId;
      const bob = meeting.arrive('Bob', testCamera).participantId;
      await stream.until(({ event, data }) => event === 'participant-joined' && data.participantId === bob);
      const post = (kind: string, who: string) => bot.send(key, 'POST', `${path}/${kind}/${who}`);
      expect(await post('scan', ada)).toMatchObject({
        status: 200,
        body: { status: 'scanning', participantId: ada },
      });
      expect(await post('scan', bob)).toMatchObject({
        status: 409,
        body: { error: 'Another participant is currently being scanned' },
      });
      expect(await post('stop', ada)).toMatchObject({
        status: 200,
        body: { status: 'stopped', participantId: ada },
      });
      expect((await post('retry', ada)).body).toEqual({ status: 'retrying', participantId: ada });
      expect((await post('scan', 'nobody')).status).toBe(404);
      stream.close();
    });

    it('shows another organization exactly what it shows of a session that is not there', async () => {
      const { path } = await start();
      const { key } = bot.addKey();
      const paths = [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/events'],
        ['POST', '/scan/a'],
        ['POST', '/retry/a'],
        ['POST', '/stop/a'],
      ] as const;
      for (const [method, rest] of paths) {
        const foreign = await bot.send(key, method, path + rest);
        const unknown = await bot.send(key, method, `/api/sessions/${randomUUID()}${rest}`);
        const malformed = await bot.send(key, method, `/api/sessions/nothing${rest}`);
        for (const answer of [foreign, unknown, malformed])
          expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such session.' } });
      }
    });

    it('is refused with its reason, in the documented order, and leaves nothing behind', async () => {
      const { key } = bot.addKey();
      const unpaid = bot.addKey(undefined, null).key;
      const countSessions = () => bot.database.db.$count(botSessions);
      const before = await countSessions();
      const meetingUrl = newMeetingUrl();
      const create = (body: unknown, by = key) => bot.send(by, 'POST', '/api/sessions', body);
      const cases: [Promise<{ status: number; body: { error: string } }>, number, RegExp][] = [
        [create({}), 400, /meetingUrl: is required/],
        [create({ meetingUrl: 'ftp://x.test' }), 400, /meetingUrl/],
        [create({ meetingUrl, model: 'mixed-10' }), 400, /model/],
        [create({ meetingUrl, model: '10' }), 400, /model/],
        [create({ meetingUrl, model: 'mixed-60-v3' }), 400, /model/],
        [create('{nonsense'), 400, /JSON/],
        [create({ meetingUrl, joinAt: '2099-01-01T00:00:00Z' }), 400, /joinAt/],
        [create({ meetingUrl, rescanIntervalSeconds: 1 }), 400, /rescanIntervalSeconds/],
        [create({ meetingUrl, model: 'hybrid-v2-10' }, unpaid), 400, /model/],
        [create({ meetingUrl }, unpaid), 403, /linked/],
        [create({ meetingUrl: 'https://example.org/a' }, unpaid), 403, /linked/],
        [create({ meetingUrl: 'https://example.org/a' }), 400, /meetingUrl/],
        [create({ meetingUrl }, 'sk-bot-unknown-key-of-nobody'), 401, /bot key/],
      ];
      for (const [answer, status, text] of cases) {
        const { status: given, body } = await answer;
        expect([given, body.error]).toEqual([status, expect.stringMatching(text)]);
        expect(Object.keys(body)).toEqual(['error']);
      }
      bot.provider.refuse(new MeetingProviderError('no seats left', { retryable: true }));
      const refused = await create({ meetingUrl });
      bot.provider.refuse();
      expect(refused).toMatchObject({
        status: 503,
        body: { error: expect.stringContaining('no seats left') },
      });
      expect(await countSessions()).toBe(before);
      expect(bot.provider.meeting(meetingUrl).bots).toEqual([]);
    });

    it('is created once for one Idempotency-Key', async () => {
      const { key } = bot.addKey();
      const other = bot.addKey().key;
      const meetingUrl = newMeetingUrl();
      const create = (body: object, by = key) =>
        bot.send(by, 'POST', '/api/sessions', body, { 'idempotency-key': 'once' });
      const first = await create({ meetingUrl });
      const again = await create({ meetingUrl });
      expect(again.body.sessionId).toBe(first.body.sessionId);
      expect(bot.provider.meeting(meetingUrl).bots).toHaveLength(1);
      expect((await create({ meetingUrl, model: 'mixed-10-v2' })).status).toBe(422);
      const third = bot.addKey().key;
      const contested = newMeetingUrl();
      const answers = await Promise.all([1, 2, 3].map(() => create({ meetingUrl: contested }, third)));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(bot.provider.meeting(contested).bots).toHaveLength(1);
      expect((await create({ meetingUrl }, other)).body.sessionId).not.toBe(first.body.sessionId);
    });

    it('is observed with its token for 24 hours after its end', async () => {
      const { key, path, interviewToken, sessionId } = await start();
      const read = (token: string) => bot.send('', 'GET', `/api/interview/${token}`);
      expect(await read(interviewToken)).toMatchObject({
        status: 200,
        body: { sessionId, status: 'in_call_recording' },
      });
      expect((await read(`${interviewToken.slice(0, -2)}xx`)).status).toBe(401);
      expect((await read('nonsense')).status).toBe(401);
      const foreign = await bot.services.tokens.issue(
        { sessionId: randomUUID(), organizationId: 1 },
        new Date(bot.time.clock.now().getTime() + 1000),
      );
      expect((await read(foreign)).status).toBe(404);
      await bot.send(key, 'DELETE', path);
      bot.time.advance(24 * 3_600_000 - 1);
      expect((await read(interviewToken)).body.status).toBe('stopped');
      bot.time.advance(1);
      expect((await read(interviewToken)).status).toBe(401);
    });

    it('that could not be forgotten ends as fatal, not as one that is on its way for ever', async () => {
      const { sessionId, key, path } = await start();
      // As if its bot could not be sent and the database was away when the session was to be deleted.
      const { db } = bot.database;
      const id = randomUUID();
      const [row] = await db.select().from(botSessions).where(eq(botSessions.id, sessionId));
      const leaseExpiresAt = sql`now() - interval '1 second'`;
      await db.insert(botSessions).values({ ...row!, id, botId: null, leaseExpiresAt });
      await bot.services.keeper.tick();
      const { body } = await bot.send(key, 'GET', `/api/sessions/${id}`);
      expect(body).toMatchObject({ status: 'fatal', endedAt: expect.any(String) });
      expect((await bot.send(key, 'GET', path)).body.endedAt).toBeNull();
    });

    it('ends as fatal when it has lasted too long', async () => {
      const { key, path, meeting } = await start();
      bot.time.advance(12 * 3_600_000);
      await bot.services.keeper.tick();
      expect(meeting.bots).toEqual([]);
      const { body } = await bot.send(key, 'GET', path);
      expect(body).toMatchObject({ status: 'fatal', statusReason: expect.stringContaining('lasted') });
    });
  });
}
