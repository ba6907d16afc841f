import { randomUUID } from 'node:crypto';
import { judged } from '@vivant/engine/testing/scripted-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { createMetrics } from './metrics.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
}, 60_000);

afterAll(() => service.close());

const read = async () => (await service.inject({ url: '/metrics' })).body;

/** The value of a series whose name and labels are given as they are printed. */
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );

describe('the metrics', () => {
  it('count answers by route and status, and checks by model and outcome', async () => {
    const { apiKey } = await service.addOrganization();
    await service.inject(fastCheckRequest(apiKey, { model: 'mixed-10-v2' }));
    service.engine.script((request) => judged(request, { realScore: 0.1 }));
    await service.inject(fastCheckRequest(apiKey));
    service.engine.script(() => new Error('broken'));
    await service.inject(fastCheckRequest(apiKey));
    await service.inject(fastCheckRequest('wrong'));
    await service.inject({ url: '/nowhere/to/be/found' });

    const text = await read();
    const requests = (method: string, route: string, status: number) =>
      valueOf(
        text,
        `vivant_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(requests('POST', '/api/v1/fast-check', 200)).toBe(2);
    expect(requests('POST', '/api/v1/fast-check', 500)).toBe(1);
    expect(requests('POST', '/api/v1/fast-check', 401)).toBe(1);
    expect(requests('GET', 'none', 404)).toBe(1);
    const checks = (model: string, outcome: string) =>
      valueOf(text, `vivant_checks_total{model="${model}",outcome="${outcome}"}`);
    expect(checks('mixed-10-v2', 'live')).toBe(1);
    expect(checks('10', 'fake')).toBe(1);
    expect(checks('10', 'failed')).toBe(1);
    expect(valueOf(text, 'vivant_check_duration_seconds_count{model="10"}')).toBe(2);
  });

  it('tell queues and the event loop', async () => {
    const text = await read();
    expect(valueOf(text, 'vivant_inference_queue_length')).toBe(0);
    expect(valueOf(text, 'vivant_webhook_deliveries_pending')).toBe(0);
    expect(valueOf(text, 'vivant_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('name nobody', async () => {
    const { id, apiKey } = await service.addOrganization();
    const session_id = randomUUID();
    await service.inject(fastCheckRequest(apiKey, { session_id, metadata: { name: 'Ada' } }));
    await service.inject({ url: `/api/v1/webhooks?token=${session_id}`, headers: { 'x-api-key': apiKey } });
    const text = await read();
    for (const secret of [id, apiKey, session_id, 'Ada']) expect(text).not.toContain(secret);
  });

  it('stay readable while the database is away', async () => {
    const metrics = createMetrics({
      queueLength: () => 3,
      pendingDeliveries: () => Promise.reject(new Error('away')),
    });
    const text = await metrics.read();
    metrics.close();
    expect(valueOf(text, 'vivant_inference_queue_length')).toBe(3);
    expect(valueOf(text, 'vivant_webhook_deliveries_pending')).toBeNaN();
  });

  it('need no key', async () => {
    const response = await service.inject({ url: '/metrics' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/plain; version=0.0.4');
  });
});
