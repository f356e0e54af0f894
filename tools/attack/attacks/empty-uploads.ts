import type { Raid } from '../insider/raid.ts';
import { announce, withdraw } from '../insider/uploads.ts';

const BYTES = [1, 100_000_000, 262_144_000, 2 ** 40, 2 ** 53];

/** Announces uploads and sends nothing; a colleague must still be able to send a small file. */
export async function announceUploads(raid: Raid): Promise<void> {
  const paths: string[] = [];
  for (let count = raid.size(60, 300); count > 0 && !raid.isOver; count--) {
    const path = await announce(raid, 'vacio.bin', raid.chance.pick(BYTES));
    if (path !== null) paths.push(path);
  }
  for (const path of paths) await withdraw(raid, path);
}
