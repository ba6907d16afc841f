import type { Clock } from '@vivant/service-kit/clock';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { JsonSyntaxError, parseJson } from '@vivant/service-kit/parse-json';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { startHeartbeat } from '../heartbeat.ts';
import { readRealtimeEvent } from './realtime-event.ts';
import type { RecallProvider } from './recall-provider.ts';
import type { RecallStay } from './recall-stay.ts';
import { ReplayGuard, WebhookVerifier } from './webhook-signature.ts';

const TOKEN_ROUTE = '/api/recall/realtime/:token/';
const WEBHOOK_ROUTE = '/api/recall/webhooks';
const WEBHOOK_BYTES_MAX = 256 * 1024;

/** A provider that falls silent without closing is out after two of these. */
const HEARTBEAT_MS = 15_000;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Adds what the provider calls: the WebSocket of a meeting, under its secret token, and the status webhook.
 * `addWebSockets` comes before.
 */
export function addRecallRoutes(server: HttpServer, provider: RecallProvider, clock: Clock): void {
  const secret = provider.webhookSecret;
  const verifier = secret === undefined ? undefined : new WebhookVerifier(secret, clock);
  const replays = new ReplayGuard(clock);

  const refuseStrangers = async (request: TokenRequest, reply: FastifyReply) => {
    // The same answer for a wrong token and a wrong signature: neither tells what was right.
    const refuse = () => reply.code(404).send({ error: 'Not found' });
    if (!provider.stayOf(request.params.token)) return refuse();
    if (!verifier) return undefined;
    const signed = verifier.verify(request.headers, '');
    // The provider tries again every three seconds, each time with the time of that moment.
    return signed && replays.isFirst(`upgrade ${signed.id} ${signed.timestamp}`) ? undefined : refuse();
  };

  server.get(TOKEN_ROUTE, { websocket: true, onRequest: refuseStrangers }, (socket, request) => {
    const stay = provider.stayOf((request as TokenRequest).params.token);
    if (stay) serveRealtime(socket, stay);
    else socket.close();
  });
  if (verifier) addWebhookRoute(server, { provider, verifier, replays });
}

function serveRealtime(socket: WebSocket, stay: RecallStay): void {
  const heartbeat = startHeartbeat(socket, HEARTBEAT_MS);
  stay.connected(socket);
  socket.on('message', (data: Buffer) => {
    heartbeat.heard();
    const event = readRealtimeEvent(data.toString('utf8'));
    if (event) stay.take(event);
  });
  socket.on('close', () => stay.disconnected(socket));
  // 'close' follows and does what there is to do.
  socket.on('error', () => undefined);
}

interface WebhookRouteParts {
  readonly provider: RecallProvider;
  readonly verifier: WebhookVerifier;
  readonly replays: ReplayGuard;
}

function addWebhookRoute(server: HttpServer, { provider, verifier, replays }: WebhookRouteParts): void {
  // A scope of its own: the signature is over the bytes of the body.
  void server.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(WEBHOOK_ROUTE, { bodyLimit: WEBHOOK_BYTES_MAX }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signed = verifier.verify(request.headers, body);
      if (!signed) return reply.code(401).send({ error: 'The signature does not hold.' });
      // What came before was taken then; the provider is content when it hears so.
      if (replays.isFirst(`webhook ${signed.id}`)) takeBody(provider, body);
      return reply.code(204).send();
    });
  });
}

/** A signed body that is no JSON is of no use, and asking for it again would not help. */
function takeBody(provider: RecallProvider, body: Buffer): void {
  try {
    provider.takeWebhook(parseJson(body));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
}
