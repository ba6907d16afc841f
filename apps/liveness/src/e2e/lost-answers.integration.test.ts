import { EngineBusyError } from '@vivant/engine/check';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { createLivenessClient } from '@vivant/sdk/liveness-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testFrames } from '../testing/fast-check-request.ts';
import { openTestService, type TestOrganization, type TestService } from '../testing/test-service.ts';

let service: TestService;
let baseUrl: string;
let organization: TestOrganization;

beforeAll(async () => {
  service = await openTestService();
  baseUrl = await service.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());
beforeEach(async () => {
  organization = await service.addOrganization();
  service.engine.script((request) => judged(request));
});

/** A client whose network loses answers after the service gave them; `lose` decides by the number of the request. */
function clientThatLoses(lose: (request: number) => boolean) {
  let requests = 0;
  return createLivenessClient({
    baseUrl,
    apiKey: organization.apiKey,
    runtime: { pause: async () => undefined },
    async fetch(...request) {
      requests += 1;
      const isLost = lose(requests);
      const response = await fetch(...request);
      if (!isLost) return response;
      await response.arrayBuffer();
      throw new TypeError('The connection broke.');
    },
  });
}

describe('an answer that gets lost', () => {
  it('is given again, without judging or charging twice', async () => {
    const inferences = service.engine.inferences.length;
    const client = clientThatLoses((request) => request <= 2);
    const { data, meta } = await client.checks.fastCheck({ frames: testFrames(10) });
    expect(data.verdict).toBe('live');
    expect(meta).toMatchObject({ attempts: 3, replayed: true });
    expect(service.engine.inferences).toHaveLength(inferences + 1);
    expect(await service.readCredits(organization)).toEqual({ balance: 99, amounts: [100, -1] });
  });

  it('makes no second key', async () => {
    const client = clientThatLoses((request) => request === 1);
    const { data } = await client.keys.create({ name: 'once' });
    const listed = await client.keys.list();
    expect(listed.data.filter(({ name }) => name === 'once').map(({ id }) => id)).toEqual([data.id]);
  });

  it('of every second frame of a stream does no harm', async () => {
    const client = clientThatLoses((request) => request % 2 === 0);
    const { data } = await client.checks.streamFrames({ frames: testFrames(10) });
    expect(data).toMatchObject({ verdict: 'live', frames_processed: 10 });
    expect((await service.readCredits(organization)).balance).toBe(99);
  });
});

describe('a refusal that passes', () => {
  it('is waited out, however often it comes in a stream', async () => {
    const client = clientThatLoses(() => false);
    let refusals = 2;
    service.engine.script((request) => {
      refusals -= 1;
      return refusals >= 0 ? new EngineBusyError('All workers are busy.') : judged(request);
    });
    const { data } = await client.checks.streamFrames({ frames: testFrames(10) });
    expect(data.verdict).toBe('live');
    expect((await service.readCredits(organization)).balance).toBe(99);
  });
});
