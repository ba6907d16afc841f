import { modelEntrySchema } from '@vivant/contract/model-entry';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { z } from 'zod';
import type { Authenticate } from '../keys/authenticate.ts';
import { API_KEY_SCHEME, APP_TOKEN_SCHEME, errorResponses } from '../openapi/operation.ts';
import { success, successResponse } from '../openapi/success-response.ts';
import { authorizeReader } from './authorize-reader.ts';
import type { Catalogue } from './catalogue.ts';
import { presentModel } from './present-model.ts';

/** What the registry needs from the service. */
export interface ModelsRouteDependencies {
  readonly authenticate: Authenticate;
  readonly catalogue: Catalogue;
  readonly appToken: string;
}

const schema = {
  operationId: 'listModels',
  summary: 'List the models of this deployment',
  description: 'Needs the app-to-app token as `Authorization: Bearer`, or any valid API key.',
  tags: ['models'],
  security: [{ [APP_TOKEN_SCHEME]: [] }, { [API_KEY_SCHEME]: [] }] as { [scheme: string]: string[] }[],
  response: {
    200: successResponse('The models.', z.array(modelEntrySchema)),
    ...errorResponses(['invalid_key', 'internal_error', 'service_unavailable']),
  },
};

/** Adds `GET /api/v1/models`. */
export function addModelsRoute(server: HttpServer, dependencies: ModelsRouteDependencies): void {
  const { authenticate, catalogue, appToken } = dependencies;
  const onRequest = authorizeReader(authenticate, appToken);
  server.get('/api/v1/models', { schema, onRequest }, async () => {
    const models = catalogue.ids.flatMap((id) => catalogue.find(id) ?? []);
    return success(models.map(presentModel), `${models.length} models.`);
  });
}
