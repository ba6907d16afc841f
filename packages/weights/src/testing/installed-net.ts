import type { NetId } from '../net-id.ts';
import { findInstalledPackage } from '../package-folder.ts';
import { readSource } from '../read-source.ts';
import { NET_SOURCES } from '../sources.ts';

/** Bytes of a net out of the installed package, verified. */
export async function readInstalledNet(net: NetId): Promise<Uint8Array> {
  return readSource(net, NET_SOURCES[net], findInstalledPackage);
}
