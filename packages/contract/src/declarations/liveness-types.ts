import { z } from 'zod';
import { addHostBody, allowedHostSchema } from '../allowed-host.ts';
import { apiKeySchema, changeKeyBody, createdKeySchema, createKeyBody } from '../api-key.ts';
import { botKeyValidationBody, botKeyValidationSchema } from '../bot-key-validation.ts';
import { captureWarningSchema } from '../capture-warning.ts';
import { creditsSchema } from '../credits.ts';
import { diagnosticsSchema } from '../diagnostics.ts';
import { ERROR_CODES } from '../error-codes.ts';
import { fastCheckBody } from '../fast-check.ts';
import { cropSchema, fastCheckCropsBody } from '../fast-check-crops.ts';
import {
  fastCheckStreamBody,
  streamBufferingSchema,
  streamCompleteSchema,
  streamResultSchema,
} from '../fast-check-stream.ts';
import { frameSchema } from '../frame.ts';
import { healthSchema } from '../health.ts';
import { KEY_KINDS } from '../key-kinds.ts';
import { landmarksSchema } from '../landmarks.ts';
import { liveCheckBody, liveCheckFrameSchema } from '../live-check.ts';
import { modelEntrySchema, modelEvaluationSchema } from '../model-entry.ts';
import { queueStatsSchema } from '../queue-stats.ts';
import { rejectionReasonSchema } from '../rejection-reasons.ts';
import { RISK_BANDS, VERDICTS } from '../risk-band.ts';
import { SCOPES } from '../scopes.ts';
import { uploadBody, uploadFrameSchema, uploadSchema } from '../upload.ts';
import { uploadedCheckBody } from '../uploaded-check.ts';
import { usageQuery, usageSchema } from '../usage.ts';
import { INPUT_SOURCES, verificationResultSchema } from '../verification-result.ts';
import {
  auditBody,
  auditEventSchema,
  clientTimeBody,
  clientTimeSchema,
  createdSessionSchema,
  createSessionBody,
  sessionSchema,
} from '../verification-session.ts';
import { verifyBody } from '../verify.ts';
import { videoStatusSchema, videoSubmissionSchema } from '../video-submission.ts';
import { EVENT_KINDS, eventPayloadSchema } from '../webhook-event.ts';
import {
  DELIVERY_STATES,
  deliverySchema,
  webhookCreateBody,
  webhookMaybeSecretSchema,
  webhookPatchBody,
  webhookSchema,
  webhookWithSecretSchema,
} from '../webhooks.ts';
import type { Declared, DeclaredModule } from './declare-module.ts';

function declared(name: string, schema: z.ZodType, description: string): Declared {
  return { name, schema, description };
}

const requests = [
  declared('Frame', frameSchema, 'A captured frame as it is sent.'),
  declared('Landmarks', landmarksSchema, 'Face-mesh points; null when the tracker lost the face.'),
  declared(
    'LiveCheckFrame',
    liveCheckFrameSchema,
    'A frame with the face-mesh points that its sender found.',
  ),
  declared(
    'UploadFrame',
    uploadFrameSchema,
    'A frame of an upload; landmarks are needed for live-check only.',
  ),
  declared('Crop', cropSchema, 'A picture cut around a face.'),
  declared('FastCheckBody', fastCheckBody, 'The body of `POST /api/v1/fast-check`.'),
  declared('VerifyBody', verifyBody, 'The body of `POST /api/v1/verify`.'),
  declared('FastCheckStreamBody', fastCheckStreamBody, 'The body of `POST /api/v1/fast-check-stream`.'),
  declared('FastCheckCropsBody', fastCheckCropsBody, 'The body of `POST /api/v1/fast-check-crops`.'),
  declared('LiveCheckBody', liveCheckBody, 'The body of `POST /api/v1/live-check`.'),
  declared('UploadBody', uploadBody, 'The body of `POST /api/v2/upload`.'),
  declared('UploadedCheckBody', uploadedCheckBody, 'The body of the two checks of uploaded frames.'),
  declared('CreateKeyBody', createKeyBody, 'The body of `POST /api/v1/keys`.'),
  declared('ChangeKeyBody', changeKeyBody, 'The body of `PATCH /api/v1/keys/{id}`; what is absent stays.'),
  declared('ValidateBotKeyBody', botKeyValidationBody, 'The body of the validation of a bot key.'),
  declared('UsageQuery', usageQuery, 'The query of `GET /api/v1/usage`.'),
  declared('CreateSessionBody', createSessionBody, 'The body of `POST /api/v1/sessions`.'),
  declared('AuditBody', auditBody, 'The body of `PATCH /api/v1/sessions/{session_id}/audit`.'),
  declared(
    'ClientTimeBody',
    clientTimeBody,
    'The body of `PATCH /api/v1/sessions/{session_id}/client-time`.',
  ),
  declared('AddHostBody', addHostBody, 'The body of `POST /api/v1/hosts`.'),
  declared('CreateWebhookBody', webhookCreateBody, 'The body of `POST /api/v1/webhooks`.'),
  declared(
    'ChangeWebhookBody',
    webhookPatchBody,
    'The body of `PATCH /api/v1/webhooks/{id}`; what is absent stays.',
  ),
];

const answers = [
  declared('ErrorCode', z.enum(ERROR_CODES), 'What can be wrong; choose your recovery by it.'),
  declared('Scope', z.enum(SCOPES), 'One permission of an API key.'),
  declared('KeyKind', z.enum(KEY_KINDS), 'Who uses a key.'),
  declared('Verdict', z.enum(VERDICTS), 'What was decided.'),
  declared('RiskBand', z.enum(RISK_BANDS), 'The band of a score.'),
  declared('InputSource', z.enum(INPUT_SOURCES), 'How the material reached the service.'),
  declared('RejectionReason', rejectionReasonSchema, 'Why a frame cannot be judged.'),
  declared('EventKind', z.enum(EVENT_KINDS), 'What webhooks tell about.'),
  declared('DeliveryState', z.enum(DELIVERY_STATES), 'What became of a delivery.'),
  declared('CaptureWarning', captureWarningSchema, 'What a capture client noticed about its material.'),
  declared('Diagnostics', diagnosticsSchema, 'The numbers behind a verdict.'),
  declared('VerificationResult', verificationResultSchema, 'A finished check.'),
  declared('StreamBuffering', streamBufferingSchema, 'A stream before its set is complete.'),
  declared('StreamComplete', streamCompleteSchema, 'A stream with its verdict.'),
  declared('StreamResult', streamResultSchema, 'What a stream request is answered.'),
  declared('Upload', uploadSchema, 'How much of an upload has arrived.'),
  declared('VideoSubmission', videoSubmissionSchema, 'An accepted video.'),
  declared('VideoStatus', videoStatusSchema, 'The state of a submitted video.'),
  declared('ModelEvaluation', modelEvaluationSchema, 'What a model measured on one data set.'),
  declared('ModelEntry', modelEntrySchema, 'One entry of the model registry.'),
  declared('ApiKey', apiKeySchema, 'A key without its secret.'),
  declared('CreatedKey', createdKeySchema, 'A key that was made just now, with its secret.'),
  declared('BotKeyValidation', botKeyValidationSchema, 'Whom a bot key speaks for.'),
  declared('Credits', creditsSchema, 'Balance and plan of an organization.'),
  declared('Usage', usageSchema, 'Rows and daily totals of charged checks.'),
  declared('QueueStats', queueStatsSchema, 'What is being done for an organization.'),
  declared('CreatedSession', createdSessionSchema, 'A verification session and its token.'),
  declared('AuditEvent', auditEventSchema, "One entry of a session's audit."),
  declared('ClientTime', clientTimeSchema, 'The clock of a device beside that of the service.'),
  declared('Session', sessionSchema, 'Everything about a session.'),
  declared('AllowedHost', allowedHostSchema, 'A browser origin that may use verification tokens.'),
  declared('Webhook', webhookSchema, 'A webhook as it is listed.'),
  declared('WebhookWithSecret', webhookWithSecretSchema, 'A webhook whose secret was just made.'),
  declared('ChangedWebhook', webhookMaybeSecretSchema, 'A webhook after a change, with a rotated secret.'),
  declared('Delivery', deliverySchema, 'One event on its way to one webhook.'),
  declared('EventPayload', eventPayloadSchema, 'The body that is posted to a webhook.'),
  declared('Health', healthSchema, 'State of the service and of what it depends on.'),
];

/** The types of the liveness API. */
export const LIVENESS_TYPES: DeclaredModule = { requests, answers };
