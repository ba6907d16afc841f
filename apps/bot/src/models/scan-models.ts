import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import { z } from 'zod';

/** What a session needs to know of its model. */
export interface ScanModel {
  readonly id: string;
  readonly framesRequired: number;
}

/** The models of the verification service that a session may use. */
export interface ScanModels {
  /** @throws ApiError `validation_error` when the service does not have it, `service_unavailable` when it cannot be asked */
  find(id: string, apiKey: string): Promise<ScanModel>;
}

export interface ScanModelsOptions {
  /** Base address of the verification service. */
  readonly livenessUrl: string;
  readonly clock: Clock;
}

/** Models come with a deployment, seldom more often. */
const TTL_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** The V2, V3, V3.1 and V3.1.1 families; others need what a meeting does not give, or are out of date. */
const ALIAS = /^mixed-\d{1,4}-(?:v2|v3|v3_1|v3_1_1)$/;

const answerSchema = z.object({
  data: z.array(z.object({ id: z.string(), frames_required: z.int().min(1) })),
});

/** @throws ApiError `validation_error` for an alias of another family */
export function requireScanAlias(alias: string): void {
  if (!ALIAS.test(alias)) throw unknownModel();
}

/** Reads the models when they are first asked for and every minute; keeps the last known ones while it cannot. */
export function createScanModels({ livenessUrl, clock }: ScanModelsOptions): ScanModels {
  let known: { readonly models: ReadonlyMap<string, ScanModel>; readonly readMs: number } | undefined;
  let reading: Promise<ReadonlyMap<string, ScanModel>> | undefined;

  async function read(apiKey: string): Promise<ReadonlyMap<string, ScanModel>> {
    const models = await fetchModels(livenessUrl, apiKey);
    known = { models, readMs: clock.monotonicMs() };
    return models;
  }

  async function current(apiKey: string): Promise<ReadonlyMap<string, ScanModel>> {
    if (known && clock.monotonicMs() - known.readMs < TTL_MS) return known.models;
    reading ??= read(apiKey).finally(() => {
      reading = undefined;
    });
    try {
      return await reading;
    } catch (error) {
      if (known) return known.models;
      throw error;
    }
  }

  return {
    async find(id, apiKey) {
      requireScanAlias(id);
      const model = (await current(apiKey)).get(id);
      if (!model) throw unknownModel();
      return model;
    },
  };
}

async function fetchModels(livenessUrl: string, apiKey: string): Promise<ReadonlyMap<string, ScanModel>> {
  let answer: z.infer<typeof answerSchema>;
  try {
    const response = await fetch(`${livenessUrl}/api/v1/models`, {
      headers: { 'x-api-key': apiKey },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = answerSchema.parse(await response.json());
  } catch (error) {
    throw new ApiError(
      'service_unavailable',
      'The verification service does not tell its models at the moment. Try again shortly.',
      { headers: { 'retry-after': '2' }, cause: error },
    );
  }
  return new Map(answer.data.map(({ id, frames_required: framesRequired }) => [id, { id, framesRequired }]));
}

function unknownModel(): ApiError {
  return new ApiError(
    'validation_error',
    'model: not a model of this deployment; use a V2, V3, V3.1 or V3.1.1 alias such as mixed-10-v2.',
  );
}
