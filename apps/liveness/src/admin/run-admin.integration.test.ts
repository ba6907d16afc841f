import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@vivant/service-kit/database';
import { randomId } from '@vivant/service-kit/ids';
import {
  embeddedTestDatabase,
  type TestDatabase,
  testDatabases,
} from '@vivant/service-kit/testing/test-databases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../organizations/organizations-table.ts';
import { fastCheckRequest } from '../testing/fast-check-request.ts';
import { openMigrated, openTestService, type TestService } from '../testing/test-service.ts';
import { readCommand } from './command-line.ts';
import { AdminError, runAdmin } from './run-admin.ts';

const MAIN = fileURLToPath(new URL('../../dist/admin/main.js', import.meta.url));

for (const adapter of await testDatabases()) {
  describe.skipIf(adapter.unavailable)(`the admin command on ${adapter.name}`, () => {
    let testDatabase: TestDatabase;
    let database: Database;
    let service: TestService;
    let folder: string;

    beforeAll(async () => {
      testDatabase = await adapter.create();
      database = await openMigrated(testDatabase);
      service = await openTestService({ database });
      folder = await mkdtemp(join(tmpdir(), 'vivant-admin-'));
    });

    afterAll(async () => {
      await service.close();
      await database.close();
      await testDatabase.remove();
      await rm(folder, { recursive: true });
    });

    async function admin(...args: string[]): Promise<string> {
      const command = readCommand(args);
      if (command.name === 'help') throw new Error('no command');
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      await runAdmin(
        { database, clock: service.clock, newId: randomId, print, loadModels: async () => [] },
        command,
      );
      return lines.join('\n');
    }

    const show = async (slug: string) => JSON.parse(await admin('show-organization', '--slug', slug));
    const statusOf = async (apiKey: string) => (await service.inject(fastCheckRequest(apiKey))).statusCode;

    it('creates an organization whose printed keys work, the bot key for the API key', async () => {
      const text = await admin('create-organization', '--slug', 'acme', '--credits', '2', '--keys');
      const apiKey = /^API key.*: (sk-\w+)$/m.exec(text)![1]!;
      const botKey = /^Bot key.*: (sk-bot-\w+)$/m.exec(text)![1]!;
      expect(await statusOf(apiKey)).toBe(200);
      const validated = await service.inject({
        method: 'POST',
        url: '/api/auth/v1/org-bot-keys/validate/',
        payload: { key: botKey },
      });
      expect(validated.json().data).toMatchObject({
        organization_slug: 'acme',
        linked_key_id: expect.any(String),
      });
      expect(await show('acme')).toMatchObject({ slug: 'acme', creditBalance: 1, plan: 'standard' });
      expect(JSON.stringify(await show('acme'))).not.toContain('sk-');
    });

    it('refuses a slug that is taken, and changes nothing then', async () => {
      await admin('create-organization', '--slug', 'taken', '--credits', '5');
      const again = admin('create-organization', '--slug', 'taken', '--credits', '5', '--name', 'Other');
      await expect(again).rejects.toThrow(AdminError);
      expect(await show('taken')).toMatchObject({ creditBalance: 5, name: null });
    });

    it('grants credits through the ledger', async () => {
      await admin('create-organization', '--slug', 'paid', '--credits', '5');
      expect(await admin('grant-credits', '--slug', 'paid', '--credits', '7')).toContain('balance is 12');
      const { id } = await show('paid');
      expect(await service.readCredits({ id, apiKey: '' })).toEqual({ balance: 12, amounts: [5, 7] });
    });

    it('suspends and resumes with the very next request', async () => {
      await admin('create-organization', '--slug', 'late', '--credits', '5');
      const text = await admin('create-key', '--slug', 'late', '--name', 'CI');
      const apiKey = /(sk-\w+)$/m.exec(text)![1]!;
      expect(await statusOf(apiKey)).toBe(200);
      await admin('suspend', '--slug', 'late');
      expect(await statusOf(apiKey)).toBe(402);
      await admin('resume', '--slug', 'late');
      expect(await statusOf(apiKey)).toBe(200);
    });

    it('makes keys with scopes, and links only what belongs together', async () => {
      await admin('create-organization', '--slug', 'keys');
      const text = await admin('create-key', '--slug', 'keys', '--name', 'x', '--scopes', 'keys:read');
      const [, id] = /key (\S+)\.$/m.exec(text)!;
      const [, secret] = /(sk-\w+)$/m.exec(text)!;
      const listed = await service.inject({ url: '/api/v1/keys', headers: { 'x-api-key': secret! } });
      expect(listed.json().data).toMatchObject([{ id, scopes: ['keys:read'], kind: 'api' }]);
      const bot = (slug: string, link: string) =>
        admin('create-key', '--slug', slug, '--name', 'b', '--kind', 'bot', '--linked-key-id', link);
      expect(await bot('keys', id!)).toContain('sk-bot-');
      await admin('create-organization', '--slug', 'others');
      await expect(bot('others', id!)).rejects.toThrow(AdminError);
      await expect(bot('keys', randomId())).rejects.toThrow(AdminError);
    });

    it('changes what an organization looks like and what its metadata must be', async () => {
      await admin('create-organization', '--slug', 'looks');
      const schema = join(folder, 'schema.json');
      await writeFile(schema, '{"required": ["case"]}');
      const change = (...options: string[]) => admin('update-organization', '--slug', 'looks', ...options);
      await change('--name', 'Looks Ltd', '--primary-color', '#123456', '--metadata-schema', schema);
      expect(await show('looks')).toMatchObject({
        name: 'Looks Ltd',
        primaryColor: '#123456',
        metadataSchema: { required: ['case'] },
        botDisplayName: null,
      });
      await writeFile(schema, '{"type": "nonsense"}');
      for (const file of [schema, join(folder, 'missing.json')]) {
        await expect(change('--metadata-schema', file)).rejects.toThrow('no usable JSON Schema');
      }
      await expect(change()).rejects.toThrow('Nothing to change');
      await change('--metadata-schema', 'none');
      expect((await show('looks')).metadataSchema).toBeNull();
    });

    it('knows nothing of an organization that is not there', async () => {
      const rows = () => database.db.select().from(organizations);
      const before = await rows();
      for (const args of [['suspend'], ['grant-credits', '--credits', '1'], ['show-organization']]) {
        await expect(admin(...args, '--slug', 'nobody')).rejects.toThrow('no organization "nobody"');
      }
      expect(await rows()).toEqual(before);
    });
  });
}

describe('the admin process', () => {
  async function run(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...env } });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    const [code] = await once(child, 'close');
    return { code, ...texts };
  }

  it('tells by its exit code how it went', async () => {
    const own = await embeddedTestDatabase.create();
    const env = { DATA_DIR: own.dataDir };
    const help = await run(['--help'], env);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('create-organization');
    expect(await run(['frobnicate'], env)).toMatchObject({ code: 2, out: '' });
    const created = await run(['create-organization', '--slug', 'acme'], env);
    expect(created).toEqual({
      code: 0,
      out: 'Created the organization "acme" with 0 credits.\n',
      err: '',
    });
    const unreachable = await run(['suspend', '--slug', 'acme'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
    });
    expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL') });
    await own.remove();
  });
});
