import { type LiveCheckBody, liveCheckBody } from '@vivant/contract/live-check';
import type { Frame } from '@vivant/engine/check';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { authorize, principalOf } from '../keys/authorize.ts';
import { parseLandmarks } from '../landmarks/parse-landmarks.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import {
  LANDMARK_ALIAS,
  requireLandmarkModel,
  resolveLandmarkModel,
} from '../models/resolve-landmark-model.ts';
import { requiresScope } from '../openapi/operation.ts';
import { announceCached, answerCheck } from './answer-check.ts';
import type { Capture, FacelessFrame } from './capture.ts';
import {
  CHECK_LIMIT,
  type CheckRouteDependencies,
  checkResponses,
  defaultAlias,
  selectionOf,
} from './check-route.ts';
import { decodeFrames } from './decode-frames.ts';
import { readDescription } from './read-capture.ts';

/** The documented frame rate of a live-check that states none. */
export const LIVE_FPS_DEFAULT = 30;

const schema = {
  operationId: 'liveCheck',
  summary: 'Judge a set of frames whose face is known',
  description:
    'As fast-check, for frames in which the client found the face mesh itself; the service does not look for the ' +
    'face. Models of the V3 families only. A frame with null or fewer than 468 landmarks counts as unusable.',
  tags: ['checks'],
  security: requiresScope('detection:write'),
  headers: modelVersionHeaders,
  body: liveCheckBody,
  response: checkResponses(['unsupported_model']),
} as const;

/** Adds `POST /api/v1/live-check`. */
export function addLiveCheckRoute(server: HttpServer, dependencies: CheckRouteDependencies): void {
  const { authenticate, catalogue, runCheck, headerPrefix, frameBytesMax } = dependencies;
  const onRequest = authorize(authenticate, 'detection:write');

  server.post('/api/v1/live-check', { schema, onRequest, config: CHECK_LIMIT }, async (request, reply) => {
    const { body } = request;
    const model = resolveLandmarkModel(
      catalogue,
      selectionOf(request),
      defaultAlias(request, LANDMARK_ALIAS),
    );
    reply.headers(modelHeaders(headerPrefix, model));
    requireLandmarkModel(model);
    const capture = readLandmarkFrames(body, frameBytesMax);
    const { answer, cached } = await runCheck(principalOf(request), model, capture);
    announceCached(reply, headerPrefix, cached);
    return answerCheck(answer, { sessionId: body.session_id, cached });
  });
}

function readLandmarkFrames(body: LiveCheckBody, frameBytesMax: number): Capture {
  return {
    ...readDescription(body),
    fps: body.fps ?? LIVE_FPS_DEFAULT,
    frameCount: body.frames.length,
    loadFrames: () => decodeLandmarkFrames(body, frameBytesMax),
    inputSource: 'rest_landmarks',
  };
}

/** Decodes the pictures that have a face; of the others only the number counts. */
async function decodeLandmarkFrames(
  { frames }: LiveCheckBody,
  frameBytesMax: number,
): Promise<(Frame | FacelessFrame)[]> {
  const landmarks = new Map(
    frames.map((frame, at) => [frame.index, parseLandmarks(frame.landmarks, `frames[${at}].landmarks`)]),
  );
  const withFace = frames.filter(({ index }) => landmarks.get(index));
  const faceless = frames.filter(({ index }) => !landmarks.get(index));
  const decoded = await decodeFrames(withFace, frameBytesMax);
  return [
    ...decoded.flatMap((frame) => {
      const points = landmarks.get(frame.index);
      return points ? [{ ...frame, landmarks: points }] : [];
    }),
    ...faceless.map(({ index }) => ({ index, isFaceless: true as const })),
  ];
}
