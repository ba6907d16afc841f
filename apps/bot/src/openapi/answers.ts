import { z } from 'zod';

/** The name of the security scheme of bot keys. */
export const BOT_KEY_SCHEME = 'botKey';

/** The name of the security scheme of signed-in browsers. */
export const SIGN_IN_SCHEME = 'signIn';

/** The body of every failed answer. */
const errorSchema = z.object({ error: z.string().describe('What went wrong, for people.') });

const CAUSES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Not authorized.',
  403: 'Refused.',
  404: 'There is no such thing, or it belongs to another organization.',
  409: 'Not possible at the moment.',
  413: 'The body is too large.',
  415: 'Only JSON is read.',
  422: 'The Idempotency-Key was used with another body.',
  429: 'Too many requests; `Retry-After` says how long to wait.',
  500: 'Something went wrong on our side.',
  501: 'Analyses are not kept by this deployment.',
  503: 'Something that is needed cannot be reached; try again.',
};

/** A documented JSON answer. */
export function answer<Body extends z.ZodType>(description: string, body: Body) {
  return { description, content: { 'application/json': { schema: body } } };
}

/** The documented answer of an event stream. */
export const eventStreamAnswer = {
  description: 'Server-sent events.',
  content: { 'text/event-stream': { schema: z.string() } },
};

/** The documented errors of a route, 500 included. */
export function errorAnswers(...statuses: (keyof typeof CAUSES)[]) {
  return Object.fromEntries(
    [...statuses, 500].map((status) => [status, answer(CAUSES[status] ?? '', errorSchema)]),
  );
}
