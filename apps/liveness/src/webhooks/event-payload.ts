import { OMITTABLE_FIELDS } from '@vivant/contract/event-data';
import type { EventPayload } from '@vivant/contract/webhook-event';

/** What receivers take without complaint (Standard Webhooks, "payload size": below 20 kB). */
export const PAYLOAD_BYTES_MAX = 20_000;

/**
 * The body of an event as text. One that is too large goes without the fields that are missed least; they are null,
 * and `data.omitted` names them.
 */
export function payloadText(payload: EventPayload): string {
  let text = JSON.stringify(payload);
  const data = { ...payload.data };
  const omitted: string[] = [];
  for (const field of OMITTABLE_FIELDS) {
    if (Buffer.byteLength(text) <= PAYLOAD_BYTES_MAX) break;
    if (data[field] === undefined || data[field] === null) continue;
    data[field] = null;
    omitted.push(field);
    text = JSON.stringify({ ...payload, data: { ...data, omitted } });
  }
  return text;
}
