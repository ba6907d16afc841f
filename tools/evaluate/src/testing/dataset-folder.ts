import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ManifestCells, manifestText } from '../dataset/testing/manifest-text.ts';

/** An empty folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vivant-evaluate-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A data set whose files hold `contentOf` their row instead of a picture; gone after the test. */
export async function datasetFolder(
  rows: readonly ManifestCells[],
  contentOf: (cells: ManifestCells) => string,
): Promise<string> {
  const dir = join(await temporaryFolder(), 'captures');
  for (const cells of rows) {
    const path = join(dir, cells.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contentOf(cells));
  }
  await writeFile(join(dir, 'manifest.csv'), manifestText(rows));
  return dir;
}
