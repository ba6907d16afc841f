import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture that waits in a file. */
export interface SpilledPicture {
  readonly path: string;
  readonly byteLength: number;
}

/** Keeps pictures in files of a folder of its own, for which this process has no memory left. They end with the process. */
export class FrameSpill {
  readonly #folder: string;
  #prepared: Promise<unknown> | undefined;
  #count = 0;

  /** @param folder emptied before the first picture: what is in it was left by a process that was killed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(bytes: Uint8Array): Promise<SpilledPicture> {
    this.#prepared ??= this.#prepare();
    await this.#prepared;
    const path = join(this.#folder, `${this.#count++}.frame`);
    await writeFile(path, bytes, { mode: 0o600 });
    return { path, byteLength: bytes.byteLength };
  }

  read({ path }: SpilledPicture): Promise<Uint8Array> {
    return readFile(path);
  }

  async remove(pictures: readonly SpilledPicture[]): Promise<void> {
    for (const { path } of pictures) await rm(path, { force: true });
  }

  /** Removes every picture. */
  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #prepare(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }
}
