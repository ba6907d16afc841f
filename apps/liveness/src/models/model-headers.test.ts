import { expect, it } from 'vitest';
import { manifest } from '../testing/manifests.ts';
import { modelHeaders } from './model-headers.ts';

it('names the model that answers, and nothing else for an active one', () => {
  expect(modelHeaders('X-Service', manifest({ id: 'mixed-10-v2' }))).toEqual({
    'X-Service-Model-Resolved': 'mixed-10-v2',
  });
});

it('says of a deprecated model until when it works and what to use instead', () => {
  const model = manifest({
    id: 'mixed-10',
    status: 'deprecated',
    replacement: 'mixed-10-v2',
    sunset: '2027-06-30',
  });
  expect(modelHeaders('X-Acme', model)).toEqual({
    'X-Acme-Model-Resolved': 'mixed-10',
    Deprecation: 'true',
    Sunset: '2027-06-30',
    'X-Acme-Deprecated-Model': 'mixed-10',
    'X-Acme-Suggested-Model': 'mixed-10-v2',
  });
});
