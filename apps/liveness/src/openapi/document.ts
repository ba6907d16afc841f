import swagger from '@fastify/swagger';
import type { HttpServer } from '@vivant/service-kit/http-server';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { nameComponents, withoutUnusedSchemas } from './components.ts';
import { API_KEY_SCHEME } from './operation.ts';

const DESCRIPTION = `Decides whether the face in captured video frames belongs to a live person or to a spoof such as a photo, a replayed video or a deepfake.

Every answer is an envelope: \`data\`, \`success\`, \`message\`, and \`errors\` when it failed. Choose your recovery by error code.`;

/** Collects the routes added after it into an OpenAPI 3.1 document. */
export async function addOpenApi(server: HttpServer, version: string): Promise<void> {
  nameComponents();
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vivant liveness verification', version, description: DESCRIPTION },
      tags: [
        { name: 'checks', description: 'Judge captured frames.' },
        { name: 'videos', description: 'Judge recorded videos in the background.' },
        { name: 'health', description: 'State of the service.' },
      ],
      components: {
        securitySchemes: {
          [API_KEY_SCHEME]: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'Keep it on a server: a key never belongs into client-side code.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutUnusedSchemas(jsonSchemaTransformObject(document)),
  });
}

/** Adds `GET /openapi.json`. */
export function addOpenApiRoute(server: HttpServer): void {
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(server.swagger()));
  });
}
