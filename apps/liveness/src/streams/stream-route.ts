import { successEnvelope } from '@vivant/contract/envelope';
import {
  type FastCheckStreamBody,
  fastCheckStreamBody,
  streamResultSchema,
} from '@vivant/contract/fast-check-stream';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { BufferedSessions } from '../buffers/create-frame-checks.ts';
import { decodeBatch } from '../buffers/decode-batch.ts';
import type { StoredBatch } from '../buffers/store-batch.ts';
import { announceCached } from '../checks/answer-check.ts';
import { CHECK_ERRORS } from '../checks/check-errors.ts';
import { CHECK_LIMIT, type CheckRouteDependencies, resolveRequestedModel } from '../checks/check-route.ts';
import { readDescription } from '../checks/read-capture.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import type { Principal } from '../keys/principal.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { presentBuffering, presentComplete } from './present-stream.ts';

/** What the stream route needs from the service. */
export interface StreamDependencies extends CheckRouteDependencies {
  readonly streams: BufferedSessions;
}

const schema = {
  operationId: 'fastCheckStream',
  summary: 'Send one frame of a set',
  description:
    'Buffers one frame of a session, and judges the set with the frame that completes it. Frames may come in any ' +
    'order and in parallel; an index that was sent before counts once. Frames are kept for 300 seconds from the ' +
    'last new one on. Once there is a verdict, every frame of the session is answered with it again.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: fastCheckStreamBody,
  response: {
    200: {
      description: 'How many frames are buffered, or the verdict.',
      content: { 'application/json': { schema: successEnvelope(streamResultSchema) } },
    },
    ...errorResponses(CHECK_ERRORS),
  },
} as const;

/** Adds `POST /api/v1/fast-check-stream`. */
export function addStreamRoute(server: HttpServer, dependencies: StreamDependencies): void {
  const { authenticate, headerPrefix } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post(
    '/api/v1/fast-check-stream',
    { schema, onRequest, config: CHECK_LIMIT },
    async (request, reply) => {
      const { body } = request;
      const model = resolveRequestedModel(dependencies, request, reply);
      requireIndexWithin(model, body.frame.index);
      const principal = principalOf(request);
      const stored = await storeFrame(dependencies, principal, model, body);
      const sessionId = body.session_id;
      const { framesRequired } = model;
      if (stored.kind === 'stored' && stored.framesReceived < framesRequired) {
        const { warnings } = readDescription(body);
        return {
          data: presentBuffering({ ...stored, sessionId, framesRequired, warnings }),
          success: true as const,
          message: `${stored.framesReceived} of ${framesRequired} frames are buffered.`,
        };
      }
      const { answer, cached } = await concludeStream(dependencies, principal, model, stored, body);
      announceCached(reply, headerPrefix, cached);
      return {
        data: presentComplete(answer, { sessionId, framesRequired }),
        success: true as const,
        message: cached ? 'The session already had this verdict.' : 'The check is complete.',
      };
    },
  );
}

async function storeFrame(
  { streams, frameBytesMax }: StreamDependencies,
  principal: Principal,
  model: ModelManifest,
  body: FastCheckStreamBody,
): Promise<StoredBatch> {
  const { sessionId, warnings } = readDescription(body);
  const { fps, source, metadata } = body;
  return streams.storeBatch(principal, model, {
    sessionId,
    frames: await decodeBatch([body.frame], { field: 'frame', frameBytesMax }),
    warnings: warnings ?? [],
    details: { fps, source, metadata },
  });
}

/** Every frame that finds the set complete asks for the verdict: whoever completed it may have failed. */
async function concludeStream(
  { streams }: StreamDependencies,
  principal: Principal,
  model: ModelManifest,
  stored: StoredBatch,
  { session_id: sessionId }: FastCheckStreamBody,
) {
  if (stored.kind === 'finished') return { answer: stored.record, cached: true };
  return streams.checkBuffered(principal, model, {
    sessionId,
    inputSource: 'rest_stream',
    usesLandmarks: false,
    details: {},
    warnings: null,
    endsWhenInsufficient: true,
  });
}

function requireIndexWithin({ id, framesRequired }: ModelManifest, index: number): void {
  if (index < framesRequired) return;
  const text = `${index} exceeds the model maximum: ${id} takes indexes 0 to ${framesRequired - 1}`;
  throw new ApiError('validation_error', `frame.index: ${text}.`, { details: { 'frame.index': [text] } });
}
