import { type FastCheckCropsBody, fastCheckCropsBody } from '@vivant/contract/fast-check-crops';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { authorize, principalOf } from '../keys/authorize.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { requiresScope } from '../openapi/operation.ts';
import { announceCached, answerCheck } from './answer-check.ts';
import type { Capture } from './capture.ts';
import {
  CHECK_LIMIT,
  type CheckRouteDependencies,
  checkResponses,
  resolveRequestedModel,
} from './check-route.ts';
import { decodeCrops } from './decode-crops.ts';
import { readDescription } from './read-capture.ts';

const schema = {
  operationId: 'fastCheckCrops',
  summary: 'Judge a set of face crops',
  description:
    'As fast-check, for pictures that were cut around the face already: squares three times the size of the face, ' +
    'scaled to 224x224 and saved as PNG. Too tight a crop makes the verdict less certain; `warning` says so.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: fastCheckCropsBody,
  response: checkResponses(),
} as const;

/** Adds `POST /api/v1/fast-check-crops`. */
export function addCropsRoute(server: HttpServer, dependencies: CheckRouteDependencies): void {
  const { authenticate, runCheck, headerPrefix, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post(
    '/api/v1/fast-check-crops',
    { schema, onRequest, config: CHECK_LIMIT },
    async (request, reply) => {
      const { body } = request;
      const model = resolveRequestedModel(dependencies, request, reply);
      const { answer, cached } = await runCheck(principalOf(request), model, readCrops(body, frameBytesMax));
      announceCached(reply, headerPrefix, cached);
      return answerCheck(answer, { sessionId: body.session_id, cached });
    },
  );
}

function readCrops(body: FastCheckCropsBody, frameBytesMax: number): Capture {
  return {
    ...readDescription(body),
    frameCount: body.crops.length,
    loadFrames: () => decodeCrops(body.crops, { fps: body.fps, frameBytesMax }),
    inputSource: 'rest_crops',
    bgSegmentation: body.bg_segmentation,
  };
}
