import multipart from '@fastify/multipart';
import { successEnvelope } from '@vivant/contract/envelope';
import { videoDetectForm, videoStatusSchema, videoSubmissionSchema } from '@vivant/contract/video-submission';
import type { ModelManifest } from '@vivant/engine/model-manifest';
import { ApiError } from '@vivant/service-kit/api-error';
import type { HttpServer } from '@vivant/service-kit/http-server';
import type { IdGenerator } from '@vivant/service-kit/ids';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { Authenticate } from '../keys/authenticate.ts';
import { authorize, principalOf } from '../keys/authorize.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { modelHeaders } from '../models/model-headers.ts';
import { modelVersionHeaders } from '../models/model-version-header.ts';
import { resolveModel } from '../models/resolve-model.ts';
import type { ObjectRemoval } from '../objects/object-removal.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { errorResponses, requiresScope } from '../openapi/operation.ts';
import { requireTenant, tenantOf } from '../tenants/tenant.ts';
import { requireTenantMetadata } from '../tenants/tenant-metadata.ts';
import { presentStatus, presentSubmission } from './present-submission.ts';
import { discardUnowned, RECEIVED, receivedForm, receiveForm } from './receive-form.ts';
import { findSubmission } from './submission-store.ts';
import { type SubmitDependencies, submitVideo } from './submit-video.ts';
import { POLL_ERRORS, SUBMIT_ERRORS } from './video-errors.ts';
import type { VideoForm } from './video-form.ts';

/** What the video parts of the service share. */
export interface VideoServices extends SubmitDependencies {
  readonly objects: ObjectStore;
  readonly removal: Pick<ObjectRemoval, 'remove'>;
  readonly newId: IdGenerator;
  /** Largest video. */
  readonly bytesMax: number;
}

/** What the routes need from the service. */
export interface VideoRouteDependencies {
  readonly authenticate: Authenticate;
  readonly catalogue: Catalogue;
  readonly headerPrefix: string;
  readonly videos: VideoServices;
}

const DEFAULT_ALIAS = 'mixed-10-v2';

const tenantParams = z.object({
  tenant_slug: z.string().describe('The slug of the organization of the key.'),
});

const submitSchema = {
  operationId: 'submitVideo',
  summary: 'Submit a video',
  description:
    'Queues a recorded video. Send exactly one of `video_file` and `video_url`. Runs of consecutive frames, spread over ' +
    'the video, are judged together. Poll the submission every 1 to 2 seconds, with backoff.',
  tags: ['videos'],
  security: requiresScope('detection:write'),
  params: tenantParams,
  headers: modelVersionHeaders,
  consumes: ['multipart/form-data'],
  body: videoDetectForm,
  response: {
    201: {
      description: 'The video is queued.',
      content: { 'application/json': { schema: successEnvelope(videoSubmissionSchema) } },
    },
    ...errorResponses(SUBMIT_ERRORS),
  },
} as const;

const pollSchema = {
  operationId: 'readVideoStatus',
  summary: 'Poll a submitted video',
  tags: ['videos'],
  security: requiresScope('detection:read'),
  params: tenantParams.extend({ submission_id: z.string().describe('From the answer to the submission.') }),
  response: {
    200: {
      description: 'The state of the submission.',
      content: { 'application/json': { schema: successEnvelope(videoStatusSchema) } },
    },
    ...errorResponses(POLL_ERRORS),
  },
} as const;

/** Adds `POST /api/v1/{tenant_slug}/video/detect` and the poll of a submission. */
export async function addVideoRoutes(
  server: HttpServer,
  dependencies: VideoRouteDependencies,
): Promise<void> {
  // In a scope of its own: no other route takes forms.
  await server.register(async (scope: HttpServer) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.decorateRequest(RECEIVED, null);
    addSubmitRoute(scope, dependencies);
  });
  addPollRoute(server, dependencies);
}

function addSubmitRoute(server: HttpServer, dependencies: VideoRouteDependencies): void {
  const { authenticate, catalogue, headerPrefix, videos } = dependencies;
  const onRequest = [authorize(authenticate, 'detection:write'), requireOwnTenant(videos)];
  // The schema only describes the form.
  const validatorCompiler = () => (value: unknown) => ({ value });
  const hooks = { onRequest, preValidation: receiveForm(videos), onSend: discardUnowned(videos) };

  server.post(
    '/api/v1/:tenant_slug/video/detect',
    { schema: submitSchema, ...hooks, validatorCompiler, config: { rateLimit: 'video' } },
    async (request, reply) => {
      const principal = principalOf(request);
      const { id, form } = receivedForm(request);
      const model = chooseModel(catalogue, request.headers['x-model-version'], form);
      reply.headers(modelHeaders(headerPrefix, model));
      const { metadataSchema } = await tenantOf(videos.database.db, principal);
      const metadata = requireTenantMetadata(form.metadata, metadataSchema);
      const submission = await submitVideo(videos, principal, { id, model, form: { ...form, metadata } });
      const data = presentSubmission(submission, request.params.tenant_slug);
      return reply.code(201).send({ data, success: true, message: data.message });
    },
  );
}

function addPollRoute(server: HttpServer, { authenticate, videos }: VideoRouteDependencies): void {
  const onRequest = [authorize(authenticate, 'detection:read'), requireOwnTenant(videos)];
  server.get(
    '/api/v1/:tenant_slug/video/detect/:submission_id',
    { schema: pollSchema, onRequest },
    async (request) => {
      const { tenant_slug: tenant, submission_id: id } = request.params;
      const { organizationId } = principalOf(request);
      const found =
        z.uuid().safeParse(id).success && (await findSubmission(videos.database, { id, organizationId }));
      if (!found) throw new ApiError('submission_not_found', 'There is no such submission.');
      const isHeld =
        found.submission.status === 'processing' && (await videos.queue.isHeld(found.submission.id));
      const data = presentStatus(found, tenant, isHeld);
      return { data, success: true as const, message: data.message ?? '' };
    },
  );
}

/** Before the body: nobody uploads a video to a tenant that will refuse it. */
function requireOwnTenant({ database }: VideoServices): onRequestAsyncHookHandler {
  return async (request: FastifyRequest) => {
    const { tenant_slug: slug } = request.params as { tenant_slug: string };
    await requireTenant(database.db, principalOf(request), slug);
  };
}

/** @throws ApiError `invalid_video_input` for whatever is wrong with the choice */
function chooseModel(catalogue: Catalogue, version: string | undefined, form: VideoForm): ModelManifest {
  try {
    return resolveModel(
      catalogue,
      { version, alias: form.model, frameCount: form.frameCount },
      DEFAULT_ALIAS,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('invalid_video_input', error.message, { cause: error });
  }
}
