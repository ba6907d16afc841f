import type { BotCaller } from '../keys/validate-bot-key.ts';
import type { ApiKeySetting } from '../settings/api-key-setting.ts';
import type { FrameJudge } from './frame-judge.ts';
import { createLivenessJudge } from './liveness-judge.ts';

export interface JudgeForOptions {
  readonly livenessUrl: string;
  readonly apiKeySetting: Pick<ApiKeySetting, 'open'>;
  /** Makes a judge from the key that its checks are billed to. */
  readonly createJudge?: ((apiKey: string) => FrameJudge) | undefined;
}

/**
 * Builds the choice of who pays for a session: the organization's own key when one is set, otherwise the key that the
 * caller's bot key is linked to, which the verification service finds by the bot key.
 */
export function createJudgeFor({ livenessUrl, apiKeySetting, createJudge }: JudgeForOptions) {
  const create = createJudge ?? ((apiKey: string) => createLivenessJudge({ baseUrl: livenessUrl, apiKey }));
  return async ({ organizationId, botKey }: BotCaller): Promise<FrameJudge> =>
    create((await apiKeySetting.open(organizationId)) ?? botKey);
}
