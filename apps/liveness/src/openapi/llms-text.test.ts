import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedOperations } from '../testing/documented-response.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

it('names every operation of the document, and links to what it lists', async () => {
  const response = await service.inject({ url: '/llms.txt' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const { method, path } of documentedOperations()) {
    expect(response.body).toContain(`- \`${method} ${path}\`: `);
  }
  for (const [, link] of response.body.matchAll(/\]\((\/[^)]*)\)/g)) {
    expect([link, (await service.inject({ url: link! })).statusCode]).toEqual([link, 200]);
  }
});
