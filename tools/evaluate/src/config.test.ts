import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('keeps weights and reports in the data directory of the service', () => {
  expect(readConfig({ DATA_DIR: '/var/vivant', FFMPEG_PATH: '/opt/ffmpeg' })).toEqual({
    weightsDir: '/var/vivant/weights',
    reportsDir: '/var/vivant/evaluation',
    ffmpegPath: '/opt/ffmpeg',
  });
});

it('defaults to ./data, also for an empty variable', () => {
  const byDefault = readConfig({});
  expect(byDefault.weightsDir.endsWith('/data/weights')).toBe(true);
  expect(byDefault.ffmpegPath).toBeUndefined();
  expect(readConfig({ DATA_DIR: '', FFMPEG_PATH: '' })).toEqual(byDefault);
});
