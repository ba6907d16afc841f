import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let browser: Browser;
let url: string;

beforeAll(async () => {
  service = await openTestService();
  url = await service.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

it('shows the API and loads nothing from elsewhere', async () => {
  const page = await browser.newPage();
  const requested: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const isFavicon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isFavicon) errors.push(message.text());
  });

  await page.goto(`${url}/docs`, { waitUntil: 'networkidle' });
  await page.getByText('Judge a set of frames').first().waitFor();

  const elsewhere = requested.filter((address) => !address.startsWith(url) && !/^(data|blob):/.test(address));
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});
