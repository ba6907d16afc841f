import type { BufferedSessions } from '../buffers/create-frame-checks.ts';
import type { CheckRouteDependencies } from '../checks/check-route.ts';
import type { CheckRecord } from '../checks/checks-table.ts';
import type { Principal } from '../keys/principal.ts';
import type { ModelSelection } from '../models/resolve-model.ts';
import type { SessionRef } from '../sessions/lease-store.ts';

/** What a route needs that works on sessions of several requests. */
export interface SessionModelDependencies extends CheckRouteDependencies {
  readonly uploads: BufferedSessions;
  readonly findVerdict: (session: SessionRef) => Promise<CheckRecord | undefined>;
}

/** The model of a request that names none: that of its session, if there is one. */
export async function sessionAlias(
  { uploads, findVerdict }: Pick<SessionModelDependencies, 'uploads' | 'findVerdict'>,
  { organizationId }: Principal,
  sessionId: string,
  selection: ModelSelection & { readonly defaultAlias: string },
): Promise<string> {
  if (selection.version !== undefined || selection.alias !== undefined) return selection.defaultAlias;
  const session = { organizationId, sessionId };
  const status = await uploads.frameBuffer.status(session);
  return status?.modelId ?? (await findVerdict(session))?.model ?? selection.defaultAlias;
}
