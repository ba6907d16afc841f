import { describe, expect, it } from 'vitest';
import { normalOrigin } from './origin.ts';

describe('normalOrigin', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['HTTPS://App.Example.COM:443', 'https://app.example.com'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://[::1]:8443', 'https://[::1]:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('reads %s', (text, origin) => {
    expect(normalOrigin(text)).toBe(origin);
  });

  it.each([
    'null',
    '*',
    'https://*',
    'https://*.example.com',
    'app.example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'chrome-extension://abcdefgh',
    'https://example.com/path',
    'https://example.com?',
    'https://example.com#',
    'https://example.com/?a=1',
    'https://user@example.com',
    'https://@example.com',
    'https://user:password@example.com',
    'https://',
  ])('refuses %s', (text) => {
    expect(normalOrigin(text)).toBeUndefined();
  });
});
