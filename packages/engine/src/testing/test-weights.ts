import { fileURLToPath } from 'node:url';
import type { WeightPaths } from '@vivant/weights/net-id';
import { prepareWeights } from '@vivant/weights/prepare';

/** Where `npm test` prepares the weights once for all test files. */
export const TEST_WEIGHTS_DIR = fileURLToPath(
  new URL('../../../../node_modules/.cache/vivant-weights', import.meta.url),
);

/** The real nets for tests; prepared on first use when a test file runs alone. */
export function testNetPaths(): Promise<WeightPaths> {
  return prepareWeights({ cacheDir: TEST_WEIGHTS_DIR });
}
