import { readFileSync } from 'node:fs';
import { EVENT_KINDS } from '@vivant/contract/webhook-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.ts';

let text: string;

beforeAll(async () => {
  text = await describeApi();
});

describe('the OpenAPI document', () => {
  it('is the committed one', () => {
    const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(committed, 'run: node apps/liveness/dist/openapi/write.js').toBe(text);
  });

  it('is OpenAPI 3.1 and names the API key header', () => {
    expect(JSON.parse(text)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    });
  });

  it('describes every operation, and every field of a request', () => {
    const { paths } = JSON.parse(text);
    for (const operation of Object.values<Record<string, any>>(paths).flatMap((path) =>
      Object.values(path),
    )) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      const fields = Object.values<any>(operation.requestBody?.content ?? {})[0]?.schema.properties ?? {};
      for (const field of Object.values(fields)) expect(field).toHaveProperty('description');
    }
  });

  it('describes what is posted to webhooks', () => {
    const { webhooks } = JSON.parse(text);
    expect(Object.keys(webhooks)).toEqual([...EVENT_KINDS]);
    for (const { post } of Object.values<any>(webhooks)) {
      const { properties } = post.requestBody.content['application/json'].schema;
      expect(Object.keys(properties)).toEqual(['event', 'session_id', 'timestamp', 'data']);
    }
  });

  it('defines what it refers to, and nothing else', () => {
    const defined = Object.keys(JSON.parse(text).components.schemas);
    const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(new Set(defined)).toEqual(new Set(referred));
  });
});
