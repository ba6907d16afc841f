import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../organizations/organizations-table.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { openSession } from '../testing/verification-session.ts';
import { sessionAuditEvents } from './verification-sessions-table.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const codeOf = (response: LightMyRequestResponse) => Object.keys(response.json().errors[0])[0];

function send(method: 'GET' | 'POST' | 'PATCH', path: string, key: string, payload?: object) {
  return service.inject({
    method,
    url: `/api/v1/sessions${path}`,
    headers: { 'x-api-key': key },
    ...(payload && { payload }),
  });
}

const read = async (id: string, key: string) => (await send('GET', `/${id}`, key)).json().data;

describe('POST /api/v1/sessions', () => {
  it('opens a session that lives ten minutes unless asked otherwise', async () => {
    const organization = await service.addOrganization();
    const metadata = { candidate: 'c-17' };
    const opened = await openSession(service, organization, { model: 'mixed-30-v2', metadata });
    const now = service.clock.now().getTime();
    expect(Date.parse(opened.expires_at)).toBe(now + 600_000);
    expect(await read(opened.session_id, organization.apiKey)).toEqual({
      session_id: opened.session_id,
      status: 'created',
      model: 'mixed-30-v2',
      frames_received: 0,
      frames_required: 30,
      result: null,
      metadata,
      created_at: new Date(now).toISOString(),
      expires_at: opened.expires_at,
      client_time: null,
      audit: [],
    });
    const short = await openSession(service, organization, { ttl_seconds: 60 });
    expect(Date.parse(short.expires_at)).toBe(now + 60_000);
    service.clock.advance(60_000);
    expect((await read(short.session_id, organization.apiKey)).status).toBe('expired');
  });

  it.each([
    ['too short a life', { ttl_seconds: 59 }],
    ['too long a life', { ttl_seconds: 86_401 }],
    ['half a second', { ttl_seconds: 60.5 }],
    ['an unknown model', { model: 'nonsense' }],
    ['metadata that is no object', { metadata: [] }],
    ['overlong metadata', { metadata: { long: 'x'.repeat(70_000) } }],
  ])('refuses %s', async (_what, body) => {
    const { apiKey } = await service.addOrganization();
    expect(codeOf(await send('POST', '', apiKey, body))).toBe('validation_error');
  });

  it('holds metadata against the schema of the tenant', async () => {
    const organization = await service.addOrganization();
    const metadataSchema = { required: ['case'], properties: { case: { type: 'integer' } } };
    await service.database.db
      .update(organizations)
      .set({ metadataSchema })
      .where(eq(organizations.id, organization.id));
    await openSession(service, organization, { metadata: { case: 1 } });
    for (const body of [{}, { metadata: {} }, { metadata: { case: 'one' } }]) {
      expect(codeOf(await send('POST', '', organization.apiKey, body))).toBe('invalid_metadata');
    }
  });

  it('opens nothing for a suspended account', async () => {
    const { apiKey } = await service.addOrganization({ status: 'suspended' });
    expect(codeOf(await send('POST', '', apiKey, {}))).toBe('account_suspended');
  });
});

describe('GET /api/v1/sessions/{session_id}', () => {
  it('follows a session from its opening to its verdict', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization, { metadata: { a: 1 } });
    const begun = service.engine.begun(service.engine.inferences.length + 1);
    const release = service.engine.hold();
    const check = service.inject(fastCheckRequest(token, { session_id }));
    await begun;
    expect((await read(session_id, token)).status).toBe('processing');
    release();
    const verdict = (await check).json().data;
    expect(await read(session_id, token)).toMatchObject({
      status: 'complete',
      frames_received: 10,
      result: verdict,
    });
    service.clock.advance(3_600_000);
    expect((await read(session_id, organization.apiKey)).status).toBe('complete');
  });

  it('also knows a session that a client made up, once it has a verdict', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    expect(codeOf(await send('GET', `/${session_id}`, apiKey))).toBe('not_found');
    await service.inject(fastCheckRequest(apiKey, { session_id, metadata: { a: 1 } }));
    const session = await read(session_id, apiKey);
    expect(session).toMatchObject({ status: 'complete', model: '10', metadata: { a: 1 } });
    expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(24 * 3_600_000);
  });
});

describe('PATCH /api/v1/sessions/{session_id}/audit', () => {
  it('keeps what happened in the order it was told', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const now = service.clock.now().toISOString();
    const at = '2026-11-20T12:00:00+02:00';
    await send('PATCH', `/${session_id}/audit`, token, { event: 'camera.denied' });
    const told = await send('PATCH', `/${session_id}/audit`, organization.apiKey, {
      event: 'consent',
      detail: { page: 2 },
      at,
    });
    expect(told.json().data).toEqual({
      event: 'consent',
      detail: { page: 2 },
      at: '2026-11-20T10:00:00.000Z',
      recorded_at: now,
    });
    expect((await read(session_id, token)).audit).toEqual([
      { event: 'camera.denied', detail: null, at: now, recorded_at: now },
      told.json().data,
    ]);
  });

  it('takes a session that only a check knows, and refuses nonsense', async () => {
    const { apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(apiKey, { session_id }));
    const audit = (body: object) => send('PATCH', `/${session_id}/audit`, apiKey, body);
    expect((await audit({ event: 'seen' })).statusCode).toBe(200);
    expect(codeOf(await audit({}))).toBe('missing_field');
    expect(codeOf(await audit({ event: ' ' }))).toBe('validation_error');
    expect(codeOf(await audit({ event: 'x', at: 'yesterday' }))).toBe('validation_error');
    expect(codeOf(await audit({ event: 'x', detail: 'x'.repeat(70_000) }))).toBe('validation_error');
  });

  it('refuses an expired session, and more events than an audit has', async () => {
    const organization = await service.addOrganization();
    const { session_id } = await openSession(service, organization);
    const audit = () => send('PATCH', `/${session_id}/audit`, organization.apiKey, { event: 'x' });
    const at = service.clock.now();
    const event = { organizationId: organization.id, sessionId: session_id, event: 'x', at, recordedAt: at };
    await service.database.db.insert(sessionAuditEvents).values(Array.from({ length: 196 }, () => event));
    const last = await Promise.all(Array.from({ length: 8 }, audit));
    expect(last.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
    const fresh = await openSession(service, organization);
    service.clock.advance(600_000);
    const late = await send('PATCH', `/${fresh.session_id}/audit`, organization.apiKey, { event: 'x' });
    expect(codeOf(late)).toBe('validation_error');
  });
});

describe('PATCH /api/v1/sessions/{session_id}/client-time', () => {
  it('tells how far the device is ahead, and keeps the newest telling', async () => {
    const organization = await service.addOrganization();
    const { session_id, token } = await openSession(service, organization);
    const server_time = service.clock.now().getTime();
    const tell = (client_time: unknown) =>
      send('PATCH', `/${session_id}/client-time`, token, { client_time });
    await tell(server_time + 5);
    const told = (await tell(server_time - 1500)).json().data;
    expect(told).toEqual({ client_time: server_time - 1500, server_time, offset_ms: -1500 });
    expect((await read(session_id, token)).client_time).toEqual(told);
    for (const wrong of [-1, 0.5, '0', 9e15]) expect(codeOf(await tell(wrong))).toBe('validation_error');
    expect(codeOf(await tell(undefined))).toBe('missing_field');
  });
});

describe('a session of another organization', () => {
  it('answers exactly like an unknown one', async () => {
    const stranger = await service.addOrganization();
    const theirs = await openSession(service, stranger);
    await service.inject(fastCheckRequest(theirs.token, { session_id: theirs.session_id }));
    const { apiKey } = await service.addOrganization();
    const answers = await Promise.all(
      [theirs.session_id, randomUUID()].flatMap((id) => [
        send('GET', `/${id}`, apiKey),
        send('PATCH', `/${id}/audit`, apiKey, { event: 'x' }),
        send('PATCH', `/${id}/client-time`, apiKey, { client_time: 1 }),
      ]),
    );
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(codeOf(answers[0]!)).toBe('not_found');
    expect((await read(theirs.session_id, stranger.apiKey)).audit).toEqual([]);
  });
});
