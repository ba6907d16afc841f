import { successEnvelope } from '@vivant/contract/envelope';
import { type FastCheckBody, fastCheckBody } from '@vivant/contract/fast-check';
import { verificationResultSchema } from '@vivant/contract/verification-result';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { resolveModel } from '../models/resolve-model.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import type { Capture } from './capture.ts';
import { CHECK_ERRORS } from './check-errors.ts';
import { decodeFrames } from './decode-frames.ts';
import { distinctWarnings } from './distinct-warnings.ts';
import { presentCheck } from './present-check.ts';
import type { RunCheck } from './run-check.ts';
import { requireShortJson } from './short-json.ts';

/** What the route needs from the service. */
export interface FastCheckDependencies {
  readonly authenticate: Authenticate;
  readonly catalogue: Catalogue;
  readonly runCheck: RunCheck;
  /** Prefix of the response headers that name the model. */
  readonly headerPrefix: string;
  readonly frameBytesMax: number;
}

const DEFAULT_ALIAS = '10';

const schema = {
  operationId: 'fastCheck',
  summary: 'Judge a set of frames',
  description:
    'Decides whether the face in the frames belongs to a live person. All frames come in one request; the ' +
    'service finds the face. A session keeps its verdict for 24 hours: the same session and model answer it ' +
    'again without a charge, with `X-Service-Cached: true`. `X-Service-Model-Resolved` names the model; a ' +
    'deprecated one also has `Deprecation`, `Sunset`, `X-Service-Deprecated-Model` and ' +
    '`X-Service-Suggested-Model`.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: fastCheckBody,
  response: {
    200: {
      description: 'The verdict.',
      content: { 'application/json': { schema: successEnvelope(verificationResultSchema) } },
    },
    ...errorResponses(CHECK_ERRORS),
  },
} as const;

/** Adds `POST /api/v1/fast-check`. */
export function addFastCheckRoute(server: HttpServer, dependencies: FastCheckDependencies): void {
  const { authenticate, catalogue, runCheck, headerPrefix, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  const config = { rateLimit: 'check' } as const;
  server.post('/api/v1/fast-check', { schema, onRequest, config }, async (request, reply) => {
    const { body } = request;
    const model = resolveModel(
      catalogue,
      { version: request.headers['x-model-version'], alias: body.model, frameCount: body.frame_count },
      principalOf(request).session?.model ?? DEFAULT_ALIAS,
    );
    reply.headers(modelHeaders(headerPrefix, model));
    const capture = readCapture(body, frameBytesMax);
    const { answer, cached } = await runCheck(principalOf(request), model, capture);
    if (cached) reply.header(`${headerPrefix}-Cached`, 'true');
    return {
      data: presentCheck(answer, body.session_id),
      success: true as const,
      message: cached ? 'The session already had this verdict.' : 'The check is complete.',
    };
  });
}

function readCapture(body: FastCheckBody, frameBytesMax: number): Capture {
  requireShortJson('metadata', body.metadata);
  requireShortJson('warnings', body.warnings);
  return {
    sessionId: body.session_id,
    frameCount: body.frames.length,
    loadFrames: () => decodeFrames(body.frames, frameBytesMax),
    fps: body.fps,
    inputSource: 'rest_frames',
    source: body.source ?? 'media',
    warnings: distinctWarnings(body.warnings),
    metadata: body.metadata ?? null,
  };
}
