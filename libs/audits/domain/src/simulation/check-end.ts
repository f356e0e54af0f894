import * as Y from 'yjs';
import { AuditState } from '../model/audit-state.ts';
import type { JsonValue } from '../model/model.ts';
import { canonical, holds, shownState, wholeState } from './canonical.ts';
import type { Cluster } from './cluster.ts';
import { shownBy } from './lines.ts';
import { marksOf } from './marks-slice.ts';
import { ReparentOracle } from './reparent-oracle.ts';
import { PEOPLE } from './simulated-people.ts';
import { SimulatedNode } from './simulated-node.ts';
import { COMPACTION } from './simulated-room.ts';
import type { SimulatedStore } from './simulated-store.ts';

/**
 * Checks after recovery: all replicas are equal, every intent is answered, nothing is lost, and past states
 * can be rebuilt.
 */
export async function checkEnd(cluster: Cluster, seed: number): Promise<void> {
  const { nodes, clients, history } = cluster;
  const end = wholeState(history.state);
  const shownEnd = shownState(history.state);
  const shown = canonical(history.state);
  const bytes = nodes.map(({ room }) => (room ? hex(room.doc) : 'no room'));
  for (const { room } of nodes) {
    holds(room !== null, 'every node has the room');
    holds(wholeState(room.state) === end, 'all nodes agree');
    holds(marksOf(room.state) === marksOf(history.state), 'all nodes agree on the slices');
  }
  holds(new Set(bytes).size === 1, 'documents are the same byte for byte');
  await cluster.browsers.store();
  for (const client of clients) {
    if (!client.isOpen) continue;
    holds(client.pendingCount === 0, 'every intent is answered');
    holds(shownBy(client.base) === shownEnd, 'every base agrees');
    holds(client.view !== null && canonical(client.view) === shown, 'every view agrees');
    holds(client.base.store.pendingStructs === null, 'nothing waits for what never comes');
    client.frame();
    const other = clients.find((each) => each !== client && each.isOpen && each.user === client.user);
    holds(!other || sameKeys(other.tray, client.tray), 'all tabs of a person show one tray');
  }
  await checkAnswers(cluster);
  checkReplay(cluster, seed, end, bytes[0] ?? '');
  const oracle = new ReparentOracle();
  for (const operation of shuffled(placements(cluster.store), seed)) oracle.apply(operation);
  for (const { id, place } of history.state.nodes())
    holds(
      JSON.stringify(oracle.places.get(id)) === JSON.stringify([place[0] ?? 'root', place[1]]),
      'the tree is that of the moves in their order',
    );
}

/**
 * Each intent is committed once, in its session's order, with one answer that its author received and, if
 * refused, still has in the tray.
 */
async function checkAnswers({ store, found, browsers }: Cluster): Promise<void> {
  const seen = new Set<string>();
  const last = new Map<string, number>();
  let current: string | null = null;
  for (const commit of store.commits) {
    const key = commit?.submission.key ?? null;
    if (key !== null && key !== current) {
      holds(!seen.has(key), 'an intent is committed once');
      seen.add(key);
      const [session = '', seq = ''] = key.split(':');
      holds((last.get(session) ?? -1) < Number(seq), 'a session keeps its order');
      last.set(session, Number(seq));
    }
    current = key;
  }
  const trays = new Set<string>();
  for (const { user } of PEOPLE) for (const key of await browsers.tray(user)) trays.add(key);
  for (const [key, isHonest] of found.made) {
    const ended = found.ended.get(key);
    holds(ended !== undefined, 'nothing that was made is lost');
    const answers = store.answered.get(key) ?? [];
    if (ended.code !== 'history_replaced') {
      const told = answers.some((answer) =>
        answer.ok ? ended.ok : !ended.ok && answer.rejection.code === ended.code,
      );
      holds(told, 'the answer is what was journalled');
    }
    if (!ended.ok) holds(trays.has(key) || found.discarded.has(key), 'what is refused lies in the tray');
    else if (!found.undone.has(key)) holds(answers.at(-1)?.ok === true, 'what was told to be done is done');
    if (isHonest) holds(ended.code !== 'invalid_intent', 'what people can ask is understood');
  }
}

/** Full replay = snapshot plus later events = live state, for the state and for the document. */
function checkReplay({ store, history, parts }: Cluster, seed: number, end: string, bytes: string): void {
  const events = store.events.map((kept) => parts.models.now.events.read(kept));
  const model = parts.models.now;
  const cut = seed % (events.length + 1);
  let state = new AuditState();
  for (const event of events) {
    if (event.version === cut) {
      if (cut > 0) holds(wholeState(state) === history.seen[cut - 1], 'the past can be seen again');
      state = AuditState.thaw(
        JSON.parse(JSON.stringify(state.freeze(model.slices))) as JsonValue,
        model.slices,
      );
    }
    model.evolve(state, event);
  }
  holds(wholeState(state) === end, 'replay is what was lived');
  // A node started without a snapshot.
  store.snapshots.clear();
  const { room } = new SimulatedNode(parts, store, () => 'guest');
  holds(room !== null && hex(room.doc) === bytes, 'a document replayed is the same byte for byte');
  const compactions = events.filter(({ type }) => type === COMPACTION).map(({ version }) => version);
  holds(room.state.lastCompaction === (compactions.at(-1) ?? -1), 'the epoch is that of the last compaction');
}

const sameKeys = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();

const hex = (doc: Y.Doc): string => Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex');

const placements = (store: SimulatedStore) =>
  store.events.flatMap(({ type, data, version }) =>
    type === 'TreeItemCreated' || type === 'TreeItemMoved'
      ? {
          order: version,
          child: String(data['id']),
          parent: typeof data['parent'] === 'string' ? data['parent'] : 'root',
          position: String(data['position']),
        }
      : [],
  );

/** Another order of a list, by a seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed + 1;
  return list
    .map((value) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return { value, at: state };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
