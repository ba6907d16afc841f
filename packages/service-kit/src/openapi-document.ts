import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { HttpServer } from './http-server.ts';

/** Collects the routes added after it into a document; the options say what the routes do not. */
export async function collectRoutes(
  server: HttpServer,
  options: Pick<FastifyDynamicSwaggerOptions, 'openapi'>,
): Promise<void> {
  await server.register(swagger, {
    ...options,
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

/** Drops component schemas that nothing refers to: the generator writes each as input and as output. */
function withoutUnusedSchemas<Document extends object>(document: Document): Document {
  const { components: all } = document as { components?: { schemas?: Record<string, unknown> } };
  const { schemas = {}, ...components } = all ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const name of referencedNames(part)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow({ ...document, components });
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } };
}

function referencedNames(part: unknown): string[] {
  const text = JSON.stringify(part) ?? '';
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
}
