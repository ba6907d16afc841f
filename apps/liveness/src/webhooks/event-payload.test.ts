import type { EventPayload } from '@vivant/contract/webhook-event';
import { expect, it } from 'vitest';
import { PAYLOAD_BYTES_MAX, payloadText } from './event-payload.ts';

const payload = (data: Record<string, unknown>): EventPayload => ({
  event: 'check.completed',
  session_id: 'a',
  timestamp: '2026-11-20T10:00:00.000Z',
  data,
});

const read = (data: Record<string, unknown>) => {
  const text = payloadText(payload(data));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(PAYLOAD_BYTES_MAX);
  return JSON.parse(text).data;
};

it('an event that fits is sent as it is', () => {
  const data = { verdict: 'live', diagnostics: { a: 'x'.repeat(10_000) }, warnings: null };
  expect(read(data)).toEqual(data);
});

it('fits to the byte, and a letter may take several', () => {
  const room = PAYLOAD_BYTES_MAX - Buffer.byteLength(payloadText(payload({ diagnostics: '' })));
  expect(read({ diagnostics: 'x'.repeat(room) })).not.toHaveProperty('omitted');
  expect(read({ diagnostics: 'x'.repeat(room + 1) })).toEqual({
    diagnostics: null,
    omitted: ['diagnostics'],
  });
  expect(read({ diagnostics: 'ü'.repeat(room / 2 + 1) })).toHaveProperty('omitted');
});

it('drops diagnostics first and the metadata of the tenant last, and says so', () => {
  const large = 'x'.repeat(15_000);
  const data = { verdict: 'live', diagnostics: { a: 1 }, warnings: [large], tenant_metadata: { a: large } };
  expect(read(data)).toEqual({
    verdict: 'live',
    diagnostics: null,
    warnings: null,
    tenant_metadata: { a: large },
    omitted: ['diagnostics', 'warnings'],
  });
  expect(read({ ...data, tenant_metadata: { a: large + large } })).toEqual({
    verdict: 'live',
    diagnostics: null,
    warnings: null,
    tenant_metadata: null,
    omitted: ['diagnostics', 'warnings', 'tenant_metadata'],
  });
});

it('drops the detail of an audit event', () => {
  expect(read({ event: 'x', detail: 'x'.repeat(30_000) })).toEqual({
    event: 'x',
    detail: null,
    omitted: ['detail'],
  });
});
