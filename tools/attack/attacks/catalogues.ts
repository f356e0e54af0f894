import { randomUUID } from 'node:crypto';
import { CATALOGUES } from '../insider/hostile-catalogues.ts';
import type { Raid } from '../insider/raid.ts';

const PATH = '/proyecto/riesgo/auditoria/actions/importar-catalogo/';

/** Uploads catalogues that expand, nest and flood, as a user with the right to import. */
export async function importCatalogues(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const names = Object.keys(CATALOGUES);
  const first = chance.below(names.length);
  for (let turn = 0; turn < names.length && !raid.isOver; turn++) {
    const name = names[(first + turn) % names.length] ?? '';
    const body = CATALOGUES[name]?.(raid.size(0.1, 1)) ?? '';
    const query = `?nombre=${encodeURIComponent(`Asalto ${randomUUID()}`)}&confirmar=1`;
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await raid.ask({ path: `${PATH}${query}`, body, headers }, scene.leader);
    if (answer === null) raid.tally.wrong('no-answer', `catalogue: ${name}, ${body.length} bytes`);
  }
}
