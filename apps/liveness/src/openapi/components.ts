import { errorEnvelope } from '@vivant/contract/envelope';
import { frameSchema } from '@vivant/contract/frame';
import { verificationResultSchema } from '@vivant/contract/verification-result';
import { z } from 'zod';

const COMPONENTS = {
  ErrorEnvelope: errorEnvelope,
  Frame: frameSchema,
  VerificationResult: verificationResultSchema,
};

/**
 * Gives the schemas that several operations share a name in the document. Zod keeps descriptions in its
 * global registry and the generator reads a single one, so the names go there too.
 */
export function nameComponents(): void {
  for (const [id, schema] of Object.entries(COMPONENTS)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

/** Drops component schemas that nothing refers to: the generator writes each as input and as output. */
export function withoutUnusedSchemas<Document extends object>(document: Document): Document {
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
