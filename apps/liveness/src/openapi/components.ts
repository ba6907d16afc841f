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
