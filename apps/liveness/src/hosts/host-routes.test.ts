import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

function send(method: 'GET' | 'POST' | 'DELETE', path: string, apiKey: string, payload?: object) {
  const headers = { 'x-api-key': apiKey };
  return service.inject({ method, url: `/api/v1/hosts${path}`, headers, ...(payload && { payload }) });
}

it('adds, lists and removes origins', async () => {
  const { apiKey } = await service.addOrganization();
  const added = await send('POST', '', apiKey, { origin: 'https://App.Example.com:443/' });
  expect(added.statusCode).toBe(201);
  const { data } = added.json();
  expect(data.origin).toBe('https://app.example.com');

  const again = await send('POST', '', apiKey, { origin: 'https://app.example.com' });
  expect(again.statusCode).toBe(200);
  expect(again.json().data).toEqual(data);
  expect((await send('GET', '', apiKey)).json().data).toEqual([data]);

  expect((await send('DELETE', `/${data.id}`, apiKey)).json().data).toEqual(data);
  expect((await send('GET', '', apiKey)).json().data).toEqual([]);
  expect((await send('DELETE', `/${data.id}`, apiKey)).statusCode).toBe(404);
});

it('refuses what is no origin', async () => {
  const { apiKey } = await service.addOrganization();
  for (const origin of ['*', 'null', 'https://a.test/b', 5]) {
    const response = await send('POST', '', apiKey, { origin });
    expect(response.json().errors[0]).toHaveProperty('validation_error');
  }
  expect((await send('POST', '', apiKey, {})).json().errors[0]).toHaveProperty('missing_field');
});

it('answers for the origin of another organization as for an unknown one', async () => {
  const stranger = await service.addOrganization();
  const origin = 'https://shared.test';
  const theirs = (await send('POST', '', stranger.apiKey, { origin })).json().data;
  const { apiKey } = await service.addOrganization();
  const answers = [
    await send('DELETE', `/${theirs.id}`, apiKey),
    await send('DELETE', `/${randomUUID()}`, apiKey),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect(answers[0]!.body).toBe(answers[1]!.body);
  expect((await send('GET', '', apiKey)).json().data).toEqual([]);
  expect((await send('POST', '', apiKey, { origin })).json().data.id).not.toBe(theirs.id);
  expect((await send('GET', '', stranger.apiKey)).json().data).toEqual([theirs]);
});
