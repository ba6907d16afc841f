import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { addNotFoundHandler } from './allowed-methods.ts';
import { declareBodyDigest } from './body-digest.ts';
import { answerError, type ErrorPresenter, presentEnvelope } from './error-envelope.ts';
import { randomId } from './ids.ts';
import { validatorCompiler } from './invalid-input.ts';
import { addJsonBodyParser } from './json-body.ts';
import { answerMalformedRequest } from './malformed-request.ts';
import { requestIdOf } from './request-id.ts';
import { logRequests } from './request-log.ts';

/** A fastify server whose routes are declared with zod schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What a service decides about its server. */
export interface HttpServerOptions {
  readonly logger: Logger;
  /** Shapes error bodies; the liveness envelope by default. */
  readonly presentError?: ErrorPresenter;
  /** Largest JSON body in bytes; 96 MiB by default. A route's own `bodyLimit` wins. */
  readonly bodyBytesMax?: number;
}

const BODY_BYTES_MAX = 96 * 1024 * 1024;

/** Signed tokens travel in paths and are longer than fastify's 100 characters. */
const PATH_PARAMETER_LENGTH_MAX = 2048;

/** Time to receive a whole request: the largest body at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Creates a server that answers every failure in one shape, puts `X-Request-Id` on every answer, parses
 * large JSON bodies off the event loop and logs requests without what they carry.
 *
 * Declare routes with zod schemas. Authenticate in an `onRequest` hook: it runs before the body is read.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const presentError = options.presentError ?? presentEnvelope;
  const logger: FastifyBaseLogger = options.logger;
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id'], randomId),
    bodyLimit: options.bodyBytesMax ?? BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A connection that is kept alive may bring a request while the server drains: answer it as always.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, presentError),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, presentError, randomId()),
  }).withTypeProvider<ZodTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    answerError(error, request, reply, presentError),
  );
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  declareBodyDigest(server);
  closeConnectionsWhenStopping(server);
  logRequests(server);
  addNotFoundHandler(server);
  addJsonBodyParser(server);
  return server;
}

/** Without it, an answer given after the stop began keeps its connection, and with it the server, for 72 s more. */
function closeConnectionsWhenStopping(server: FastifyInstance): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
