import type { Raid } from '../insider/raid.ts';
import { announce, sendBytes, withdraw } from '../insider/uploads.ts';

const BYTES = [1, 100_000_000, 262_144_000, 536_870_912, 2 ** 40, 2 ** 53];
const FILE = new TextEncoder().encode('%PDF-1.7\nUn acta\n%%EOF\n');

/** Announces uploads and sends no bytes; meanwhile a colleague must still be able to upload a small file. */
export async function announceUploads(raid: Raid): Promise<void> {
  const { junior, leader } = raid.scene;
  const paths: string[] = [];
  for (let count = raid.size(50, 300); count > 0 && !raid.isOver; count--) {
    const { path } = await announce(raid, junior, 'vacio.pdf', raid.chance.pick(BYTES));
    if (path !== null) paths.push(path);
  }
  const { path, code } = await announce(raid, leader, 'acta.pdf', FILE.length);
  const sent = path === null ? null : await sendBytes(raid, leader, path, FILE);
  const refusal = code ?? sent?.code ?? null;
  if (refusal !== null)
    raid.tally.wrong('colleague-refused', `a small file beside ${paths.length} announced ones: ${refusal}`);
  for (const one of paths) await withdraw(raid, junior, one);
}
