import { randomBytes } from 'node:crypto';
import { auditRow } from '@cotejo/audits-contracts';
import { z } from 'zod';
import { signIn, type SignedIn } from '../../bench/product/sign-in.ts';
import type { Cluster } from '../../faults/cluster/cluster.ts';
import type { Scene } from '../orders.ts';
import type { RunningKinds } from '../watch/running-kinds.ts';
import { Neighbour } from './neighbour.ts';
import { NEIGHBOUR_PASSWORD, NEIGHBOURS } from './neighbours.ts';
import { itemsOf, makeAudit } from './settle-in.ts';

/** Worksheets of the insider's own audit: slightly more than one attack holds open at once. */
const STEPS = 40;
const NEIGHBOUR_STEPS = 12;
/** Steps of the neighbour whose ids the insider knows; the other ids are as secret as texts. */
const KNOWN_STEPS = 4;
const CLOSED = 'Recepción e inventarios';
const REVIEWED = 'Compras y pagos';
const REVIEWED_STATUS = 'REVISADO';
/** Item types that the attacks distinguish, by their names in the contract. */
const TYPES: Readonly<Record<string, string>> = {
  HT_PASO: 'step',
  HT_HALLAZGO: 'finding',
  HT_PLAN_ACCION: 'action_plan',
  HT_PRUEBA: 'control_test',
};

/** A random word that occurs nowhere else. */
export const newWord = (): string => `zq${randomBytes(6).toString('hex')}qz`;

export interface People {
  readonly scene: Scene;
  readonly neighbours: readonly Neighbour[];
  readonly neighbourAudit: string;
  readonly neighbourUsers: ReadonlySet<string>;
  /** A colleague of the insider who reads everything at the end. */
  readonly reader: SignedIn;
}

/** Prepares both accounts: the neighbour's users, and everything the insider knows and may touch. */
export async function gather(
  cluster: Cluster,
  word: string,
  running: readonly RunningKinds[],
): Promise<People> {
  const urls = cluster.nodes.map(({ port }) => `http://127.0.0.1:${port ?? 0}`);
  const [url = ''] = urls;
  const [junior, leader, administrator, manager] = [
    await signIn(url, 'laura.pineda'),
    await signIn(url, 'andres.murcia'),
    await signIn(url, 'beatriz.cano'),
    await signIn(url, 'claudia.restrepo'),
  ];
  const [nora, lucas] = await Promise.all(
    NEIGHBOURS.map(({ username }) => signIn(url, username, { password: NEIGHBOUR_PASSWORD })),
  );
  if (!nora || !lucas) throw new Error('the neighbours are not there');

  const working = await makeAudit(url, manager, leader, {
    name: 'Compras menores',
    steps: STEPS,
    team: [junior],
  });
  const neighbour = await makeAudit(url, nora, lucas, { name: `Tesorería ${word}`, steps: NEIGHBOUR_STEPS });
  const neighbours = NEIGHBOURS.map(({ username }, index) => {
    const node = cluster.nodes[index % cluster.nodes.length];
    const own = running[index % running.length];
    const written = neighbour.steps[NEIGHBOUR_STEPS - 1 - index];
    if (!node || !own || !written) throw new Error('there is no node for a neighbour');
    const renamed = neighbour.steps.filter((_, step) => step % NEIGHBOURS.length === index).slice(0, 4);
    return new Neighbour(node, { username, audit: neighbour.audit.id, renamed, written, word }, own);
  });

  const placeOf = async (name: string, isWanted: (status: string | null) => boolean) => {
    const rows = await manager.api.get('/proyecto/riesgo/auditoria/', { schema: z.array(auditRow) });
    const audit = rows.find(({ nombre }) => nombre === name)?.id;
    if (audit === undefined) throw new Error(`there is no audit ${name}`);
    const items = (await itemsOf(manager, audit)).filter(
      ({ item_tipo, status }) => TYPES[item_tipo] !== undefined && isWanted(status),
    );
    return { audit, items: items.map(({ id, item_tipo }) => ({ id, type: TYPES[item_tipo] ?? '' })) };
  };
  const own = ({ session, principal }: SignedIn) => ({ token: session.token, userId: principal.userId });
  const known = neighbour.steps.slice(0, KNOWN_STEPS);
  const users = [nora, lucas].map(({ principal }) => principal.userId);
  const scene: Scene = {
    urls,
    junior: own(junior),
    leader: own(leader),
    administrator: own(administrator),
    working: { audit: working.audit.id, items: working.steps.map((id) => ({ id, type: 'step' })) },
    reviewed: await placeOf(REVIEWED, (status) => status === REVIEWED_STATUS),
    closed: await placeOf(CLOSED, () => true),
    foreign: {
      account: nora.principal.accountId,
      audit: neighbour.audit.id,
      items: [...known],
      users: [...users],
    },
    canaries: [word, ...neighbour.steps.slice(KNOWN_STEPS)],
  };
  return {
    scene,
    neighbours,
    neighbourAudit: neighbour.audit.id,
    neighbourUsers: new Set(users),
    reader: manager,
  };
}
