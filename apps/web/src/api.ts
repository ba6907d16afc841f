import type { AnalysisRecord } from '@vivant/contract/analysis-record';

/** The service refused a request, or could not be reached (status 0). */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks whether an interview token is good: `invalid` when expired or forged, `unknown` when its session is gone. */
export async function checkInterview(token: string): Promise<'valid' | 'invalid' | 'unknown'> {
  try {
    await request('GET', interviewPath(token));
    return 'valid';
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return 'invalid';
    if (error instanceof ApiFailure && error.status === 404) return 'unknown';
    throw error;
  }
}

/** Where the events of an interview are streamed from. */
export function interviewEventsUrl(token: string): string {
  return `${interviewPath(token)}/events`;
}

function interviewPath(token: string): string {
  return `/api/interview/${encodeURIComponent(token)}`;
}

/** Who is signed in. */
export interface Account {
  readonly email: string;
  readonly name: string;
}

/** Who is signed in in this browser. */
export async function readAccount(): Promise<Account | undefined> {
  const session = (await request('GET', '/api/auth/get-session')) as { readonly user: Account } | null;
  return session?.user;
}

/** Signs in; 401 when the address and the password do not belong together, 429 after too many attempts. */
export async function signIn(email: string, password: string): Promise<void> {
  await request('POST', '/api/auth/sign-in/email', { email, password });
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await request('POST', '/api/auth/sign-out', {});
}

/** A page of the history. */
export interface AnalysesPage {
  readonly analyses: readonly AnalysisRecord[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Lists finished analyses, newest first. */
export async function listAnalyses(query: URLSearchParams, signal: AbortSignal): Promise<AnalysesPage> {
  return (await request('GET', `/api/analyses?${query}`, undefined, signal)) as AnalysesPage;
}

/** What is known of the organization's key; never the key. */
export interface KeyStatus {
  readonly configured: boolean;
  readonly last4: string | null;
  readonly updatedAt: string | null;
}

/** Reads whether a key is set. */
export async function readKeyStatus(): Promise<KeyStatus> {
  return (await request('GET', '/api/settings/api-key')) as KeyStatus;
}

/** Sets the organization's key, which the service tries out first; 400 when it is of no use. */
export async function saveKey(apiKey: string): Promise<KeyStatus> {
  return (await request('PUT', '/api/settings/api-key', { apiKey })) as KeyStatus;
}

const UNREACHABLE = 'The service cannot be reached. Check the connection and try again.';

async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, UNREACHABLE);
  });
  const answer: unknown = await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    // What a proxy says of a failure need not be JSON; an answer that broke off is none.
    if (response.ok) throw new ApiFailure(0, UNREACHABLE);
  });
  if (!response.ok)
    throw new ApiFailure(response.status, messageOf(answer) ?? `The service answered ${response.status}.`);
  return answer;
}

function messageOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error, message } = answer as { readonly error?: unknown; readonly message?: unknown };
  return [error, message].find((text) => typeof text === 'string');
}
