import { randomBytes } from 'node:crypto';
import type { Bootstrapped } from '@vivant/liveness/bootstrap/bootstrap';

/** Says that a service answers, and where it is described. */
export function printReady(name: string, url: string): void {
  console.log(`${name} is ready on ${url} (reference: ${url}/docs/)`);
}

/** Shows the keys that the first start has made. */
export function printCreated(created: Bootstrapped): void {
  const { organization, credits, generatedApiKey, generatedBotKey } = created;
  console.log(`Created the organization "${organization}" with ${credits} credits.`);
  if (generatedApiKey) console.log(`API key (shown once): ${generatedApiKey}`);
  if (generatedBotKey) console.log(`Bot key (shown once): ${generatedBotKey}`);
}

/** Names pages worth opening. A room exists from the moment somebody opens it. */
export function printPages(publicUrl: string): void {
  const room = randomBytes(6).toString('base64url');
  console.log(`A room to meet in, and to send a bot to: ${publicUrl}/room/${room}`);
  console.log(`History and settings: ${publicUrl}/signin (first user: npm run admin:bot -- --help)`);
}
