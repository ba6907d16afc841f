import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorEnvelope, successEnvelope } from './envelope.ts';
import { EVENT_DATA } from './event-data.ts';
import { fastCheckBody } from './fast-check.ts';
import { fastCheckCropsBody } from './fast-check-crops.ts';
import { fastCheckStreamBody, streamResultSchema } from './fast-check-stream.ts';
import { healthSchema } from './health.ts';
import { liveCheckBody } from './live-check.ts';
import { modelEntrySchema } from './model-entry.ts';
import { uploadBody, uploadSchema } from './upload.ts';
import { uploadedCheckBody } from './uploaded-check.ts';
import { verificationResultSchema } from './verification-result.ts';
import { eventPayloadSchema } from './webhook-event.ts';
import { deliverySchema, webhookCreateBody, webhookPatchBody, webhookWithSecretSchema } from './webhooks.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** Names of the properties, at any depth, that the generated documentation says nothing about. */
function undocumented(schema: Schema, path = ''): string[] {
  const properties = Object.entries(schema.properties ?? {}) as [string, Schema][];
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])] as Schema[];
  return [
    ...properties.filter(([, each]) => !each.description).map(([name]) => `${path}.${name}`),
    ...properties.flatMap(([name, each]) => undocumented(each, `${path}.${name}`)),
    ...inner.filter((each) => typeof each === 'object').flatMap((each) => undocumented(each, path)),
  ];
}

describe('generated documentation', () => {
  it.each([
    ['fast-check body', fastCheckBody, 'input'],
    ['stream body', fastCheckStreamBody, 'input'],
    ['crops body', fastCheckCropsBody, 'input'],
    ['live-check body', liveCheckBody, 'input'],
    ['upload body', uploadBody, 'input'],
    ['uploaded check body', uploadedCheckBody, 'input'],
    ['stream result', successEnvelope(streamResultSchema), 'output'],
    ['upload', successEnvelope(uploadSchema), 'output'],
    ['verification result', successEnvelope(verificationResultSchema), 'output'],
    ['health record', successEnvelope(healthSchema), 'output'],
    ['model entry', successEnvelope(modelEntrySchema), 'output'],
    ['webhook body', webhookCreateBody, 'input'],
    ['webhook change', webhookPatchBody, 'input'],
    ['webhook', successEnvelope(webhookWithSecretSchema), 'output'],
    ['delivery', successEnvelope(deliverySchema), 'output'],
    ['event', eventPayloadSchema, 'output'],
    ...Object.entries(EVENT_DATA).map(([kind, schema]) => [kind, schema, 'output'] as const),
    ['error', errorEnvelope, 'output'],
  ] as const)('describes every field of the %s', (_name, schema, io) => {
    const generated = z.toJSONSchema(schema, { io });

    expect(undocumented(generated).filter((path) => path !== '.data')).toEqual([]);
  });
});
