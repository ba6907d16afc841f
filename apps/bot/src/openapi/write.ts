import { fileURLToPath } from 'node:url';
import { runDescription } from '@vivant/service-kit/write-description';
import { describeApi } from './describe-api.ts';

await runDescription({
  file: fileURLToPath(new URL('../../openapi.json', import.meta.url)),
  command: 'node apps/bot/dist/openapi/write.js',
  describe: describeApi,
});
