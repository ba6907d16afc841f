import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A bot key as the scripted platform knows it. */
export interface PlatformKey {
  readonly organizationId: number;
  /** `null`: nobody pays. */
  readonly linkedKeyId?: string | null;
}

/** The platform and the verification service as far as the bot asks them, on a free local port. */
export interface ScriptedPlatform {
  readonly url: string;
  /** Bot keys that are valid; delete one to revoke it. */
  readonly botKeys: Map<string, PlatformKey>;
  /** Status with which checks without content are answered, by API key; 401 for others. */
  readonly apiKeys: Map<string, number>;
  /** Frames that models need, by alias. */
  readonly models: Map<string, number>;
  /** Requests that came, by path. */
  readonly asked: string[];
  /** Answers everything with 500 from now on, or no more. */
  fail(failing: boolean): void;
  close(): Promise<void>;
}

/** Starts a platform that knows some models and no keys. */
export async function startScriptedPlatform(): Promise<ScriptedPlatform> {
  const botKeys = new Map<string, PlatformKey>();
  const apiKeys = new Map<string, number>();
  const models = new Map([
    ['10', 10],
    ['mixed-10-v2', 10],
    // The bot's default; ten frames, so that tests film no more.
    ['mixed-30-v2', 10],
    ['mixed-30-v3_1_1', 30],
  ]);
  const asked: string[] = [];
  let isFailing = false;

  function validate(key: string): [number, unknown] {
    const known = botKeys.get(key);
    if (!known) return [401, { success: false }];
    const { organizationId, linkedKeyId = 'linked' } = known;
    const data = {
      organization_id: organizationId,
      organization_name: `Organization ${organizationId}`,
      organization_slug: `organization-${organizationId}`,
      bot_display_name: 'Checks',
      logo_url: '',
      primary_color: '#2563eb',
      linked_key_id: linkedKeyId,
    };
    return [200, { success: true, data, message: '' }];
  }

  async function answer(path: string, apiKey: string | undefined, body: unknown): Promise<[number, unknown]> {
    if (isFailing) return [500, {}];
    if (path.startsWith('/api/auth/')) return validate((body as { key: string }).key);
    if (path === '/api/v1/models')
      return [200, { data: [...models].map(([id, frames_required]) => ({ id, frames_required })) }];
    if (path === '/api/v1/fast-check') return [apiKeys.get(apiKey ?? '') ?? 401, {}];
    return path === '/livez' ? [200, {}] : [404, {}];
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const apiKey = request.headers['x-api-key'];
    const body = request.method === 'POST' ? json(request) : Promise.resolve(undefined);
    void body
      .then((read) => answer(path, typeof apiKey === 'string' ? apiKey : undefined, read))
      .then(([status, content]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content)),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    botKeys,
    apiKeys,
    models,
    asked,
    fail: (failing) => {
      isFailing = failing;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
