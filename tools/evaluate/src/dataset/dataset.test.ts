import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { datasetFolder, temporaryFolder } from '../testing/dataset-folder.ts';
import { DatasetError, readDataset, rowsOf } from './dataset.ts';

describe('readDataset', () => {
  it('names the folder, versions it by the manifest’s bytes, and separates the splits', async () => {
    const dir = await datasetFolder([{ path: 'a.jpg' }, { path: 'b.jpg', split: 'train' }], () => '');
    const dataset = await readDataset(dir);
    const digest = createHash('sha256')
      .update(await readFile(join(dir, 'manifest.csv')))
      .digest('hex');
    expect(dataset).toMatchObject({ dir, name: 'captures', version: `sha256:${digest}` });
    expect(rowsOf(dataset, 'dev').map(({ path }) => path)).toEqual(['a.jpg']);
    expect(rowsOf(dataset, 'train').map(({ path }) => path)).toEqual(['b.jpg']);
  });

  it('says which file it looked for when there is no manifest', async () => {
    const dir = await temporaryFolder();
    await expect(readDataset(dir)).rejects.toThrow(
      new DatasetError(`cannot read ${join(dir, 'manifest.csv')}`),
    );
  });
});
