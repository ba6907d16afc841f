import { encodeJpeg } from '@vivant/engine/image/encode';
import { benchStores } from './config.ts';
import { drawCapture, drawFrames } from './frames.ts';
import { API_KEY, createCheckBody, sendChecks } from './load.ts';
import type { Measurement } from './measurement.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const JPEG_QUALITY = 90;
const WARM_UP = 50;
const CHECKS = 500;
const CONCURRENCY = 4;

const PARSES = 40;

/** What no service of this API can do without: parsing the body and decoding its base64, in milliseconds of one thread. */
function timeParsing(body: Buffer): number {
  const times = Array.from({ length: PARSES }, () => {
    const startedMs = performance.now();
    const { frames } = JSON.parse(body.toString()) as { frames: { pixels: string }[] };
    for (const { pixels } of frames) Buffer.from(pixels, 'base64');
    return performance.now() - startedMs;
  });
  return median(times);
}

/**
 * Measures what the service takes around the engine: authentication, limits, JSON, credits and the stored verdict of
 * checks of ten frames that no net looks at, as PNGs and as JPEGs.
 */
export async function measureOverhead({ dataDir, modelId }: Measurement): Promise<void> {
  const captures = {
    PNG: await drawCapture(10),
    JPEG: await Promise.all(drawFrames(10).map((frame) => encodeJpeg(frame, JPEG_QUALITY))),
  };
  const stores = benchStores();
  const server = await startServer({ dataDir, apiKey: API_KEY, withoutEngine: true, env: stores });
  console.log(`service without engine, ${Object.keys(stores).join(' and ') || 'embedded database'}`);
  try {
    for (const [format, frames] of Object.entries(captures)) {
      const target = { url: server.url, apiKey: API_KEY, body: createCheckBody(modelId, frames) };
      await sendChecks(target, WARM_UP, CONCURRENCY);
      const before = await server.report();
      const startedMs = performance.now();
      const latencies = await sendChecks(target, CHECKS, CONCURRENCY);
      const seconds = (performance.now() - startedMs) / 1000;
      const { cpuMs } = await server.report();
      const kibibytes = frames.reduce((sum, { length }) => sum + length, 0) / frames.length / 1024;
      console.log(
        `ten ${format}s of ${kibibytes.toFixed(0)} KiB: CPU ${((cpuMs - before.cpuMs) / CHECKS).toFixed(1)} ms a check, ` +
          `of which ${timeParsing(target.body.next()).toFixed(1)} ms are JSON.parse and base64 alone; ` +
          `p50 ${median(latencies).toFixed(1)} ms at ${CONCURRENCY} at once, ${(CHECKS / seconds).toFixed(0)} checks/s`,
      );
    }
  } finally {
    await server.stop();
  }
}
