import fc from 'fast-check';
import * as Y from 'yjs';
import type { Role, UserId } from '@cotejo/access-contracts';
import type { AuditId, IntentEnvelope, ItemId, OperationId } from '@cotejo/audits-contracts';
import type { JsonValue } from '../model.ts';
import { AuditState } from '../audit-state.ts';
import { PROGRAMME_TEMPLATE } from '../audit-templates.ts';
import { createAudit } from '../create-audit.ts';
import { allNodes, chooseIntent } from './choose-intent.ts';
import { canonical, History, holds } from './invariants.ts';
import { productParts, type Parts } from './parts.ts';
import { ReparentOracle } from './reparent-oracle.ts';
import { schedules, USUAL_SIZE, type Size, type Step } from './schedule.ts';
import { SimulatedClient } from './simulated-client.ts';
import { DOCUMENT_ID, SimulatedNode } from './simulated-node.ts';
import { ACCOUNT, API_USER, firstRoleOf, teamRoleOf, userOf } from './simulated-people.ts';
import { SimulatedStore } from './simulated-store.ts';

/** What the runs of a test came upon, to see that they are not idle. */
export interface Tally {
  runs: number;
  events: number;
  conflicts: number;
  intents: number;
  readonly refusals: Map<string, number>;
}
export const newTally = (): Tally => ({ runs: 0, events: 0, conflicts: 0, intents: 0, refusals: new Map() });

/** Everything that can happen to an audit with several people and nodes happens, and the invariants hold. */
export const clusterProperty = (parts: Parts, tally: Tally, size: Size = USUAL_SIZE) =>
  fc.property(schedules(size), ([steps, seed]) => {
    const cluster = new Cluster(parts, size);
    for (const step of steps) cluster.run(step);
    cluster.heal();
    cluster.checkEnd(seed);
    cluster.addTo(tally);
  });

class Cluster {
  private readonly store: SimulatedStore;
  private readonly roles = new Map<UserId, Role>([[API_USER, 'manager']]);
  private readonly nodes: SimulatedNode[];
  private readonly clients: SimulatedClient[];
  private readonly history: History;
  private items = 0;
  private restCalls = 0;
  private operations = 0;

  constructor(
    private readonly parts: Parts,
    size: Size,
  ) {
    const users = Array.from({ length: size.clients }, (_, index) => userOf(index));
    users.forEach((user, index) => this.roles.set(user, firstRoleOf(index, size.clients)));
    const team = new Map([...this.roles].map(([user, role]) => [user, teamRoleOf(role)] as const));

    this.store = new SimulatedStore(parts);
    this.seed();
    this.nodes = Array.from(
      { length: size.nodes },
      () => new SimulatedNode(parts, this.store, (user) => this.roles.get(user) ?? 'guest'),
    );
    this.plant();
    this.clients = users.map(
      (user, index) => new SimulatedClient(parts, `c${index}`, user, this.roles.get(user) ?? 'guest', team),
    );
    // The product's own fold: a mutant's must not corrupt the judge as well.
    this.history = new History(productParts().model, this.store);
    this.clients.forEach((client, index) => {
      client.connect(this.nodeAt(index));
    });
    this.history.advance();
  }

  run(step: Step): void {
    switch (step.step) {
      case 'act': {
        const client = this.clientAt(step.client);
        const intent = chooseIntent(client.view, step, step.hostile, this.newId);
        if (intent) client.act(intent, step.hostile);
        break;
      }
      case 'deliver': {
        const { connection } = this.clientAt(step.client);
        if (connection) connection.node.serve([connection], step.up);
        this.deliver(this.clientAt(step.client), step.down);
        break;
      }
      case 'serve-all': {
        const node = this.nodeAt(step.node);
        const connections = this.clients.flatMap(({ connection }) => connection ?? []);
        node.serve(
          connections.filter((connection) => connection.node === node),
          step.count,
        );
        break;
      }
      case 'cut':
        this.clientAt(step.client).disconnect();
        break;
      case 'connect':
        this.clientAt(step.client).connect(this.nodeAt(step.node));
        break;
      case 'late-frames':
        this.serveOrphan(this.clientAt(step.client), 1);
        break;
      case 'reload':
        this.clientAt(step.client).reload();
        break;
      case 'crash': {
        const node = this.nodeAt(step.node);
        for (const client of this.clients) if (client.connection?.node === node) client.disconnect();
        node.connections.clear();
        node.boot();
        break;
      }
      case 'snapshot':
        this.nodeAt(step.node).saveSnapshot();
        break;
      case 'notify':
        this.nodeAt(step.node).catchUp();
        break;
      case 'rest': {
        const node = this.nodeAt(step.node);
        const intent = chooseIntent(node.state, step, true, this.newId);
        if (intent) this.rest(node, intent);
        break;
      }
      case 'operate':
        this.operate(this.nodeAt(step.node), step.a, step.d);
        break;
      case 'close':
        this.nodeAt(step.node).changeAuditStatus('closed');
        break;
      case 'reopen':
        this.nodeAt(step.node).changeAuditStatus('in_progress');
        break;
      case 'demote':
        this.roles.set(userOf(1), 'guest');
        break;
      case 'promote':
        this.roles.set(userOf(1), 'leader');
        break;
    }
    this.history.advance();
    if ('client' in step) this.history.checkPrefix(this.clientAt(step.client).mirror);
  }

  /** All connect to one node, and everything under way arrives. */
  heal(): void {
    for (const client of this.clients) client.connect(this.nodeAt(0));
    for (let rounds = 0; this.isBusy(); rounds++) {
      holds(rounds < 20_000, 'the cluster comes to rest');
      for (const client of this.clients) {
        this.serveOrphan(client, 100);
        client.connection?.node.serve([client.connection], 100);
        this.deliver(client, 1000);
      }
    }
    for (const node of this.nodes) node.catchUp();
    for (const client of this.clients) this.deliver(client, 1000);
    this.history.advance();
  }

  checkEnd(seed: number): void {
    const { store, nodes, clients } = this;
    const end = canonical(this.history.state);
    const bytes = nodes.map(({ doc }) => Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex'));
    for (const node of nodes) holds(canonical(node.state) === end, 'all nodes agree');
    holds(new Set(bytes).size === 1, 'documents are the same byte for byte');
    for (const client of clients) {
      holds(client.pending.length === 0, 'every intent is answered');
      holds(canonical(client.mirror) === end, 'every base agrees');
      holds(canonical(client.view) === end, 'every view agrees');
      holds(client.base.store.pendingStructs === null, 'nothing waits for what never comes');
    }
    this.checkAnswers();
    this.checkReplay(seed, end, bytes[0] ?? '');
    const oracle = new ReparentOracle();
    for (const operation of shuffled(placements(store), seed)) oracle.apply(operation);
    for (const { id, place } of this.history.state.nodes())
      holds(
        JSON.stringify(oracle.places.get(id)) === JSON.stringify([place[0] ?? 'root', place[1]]),
        'the tree is that of the moves in their order',
      );
  }

  addTo(tally: Tally): void {
    tally.runs++;
    tally.events += this.store.events.length;
    tally.conflicts += this.store.conflicts;
    for (const { outcome } of this.store.journal.values()) {
      tally.intents++;
      if (!outcome.ok)
        tally.refusals.set(outcome.rejection.code, (tally.refusals.get(outcome.rejection.code) ?? 0) + 1);
    }
  }

  /** Each intent once, in its author's order, with one answer that its author got and, if refused, keeps. */
  private checkAnswers(): void {
    const { store, clients } = this;
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
    for (const client of clients)
      for (const key of client.keys) {
        const outcome = store.journal.get(key)?.outcome;
        holds(outcome !== undefined, 'every intent is journalled');
        holds(
          JSON.stringify(outcome) === JSON.stringify(client.answers.get(key)),
          'the answer is what was journalled',
        );
        if (outcome && !outcome.ok)
          holds(client.tray.get(key) === outcome.rejection.code, 'what is refused lies in the tray');
      }
  }

  /** Replay = snapshot and tail = live, for the state and for the document. */
  private checkReplay(seed: number, end: string, bytes: string): void {
    const { events } = this.store;
    const model = this.parts.model;
    const cut = seed % (events.length + 1);
    let state = new AuditState();
    const doc = this.parts.createDocument(DOCUMENT_ID);
    for (const event of events) {
      if (event.version === cut) {
        if (cut > 0) holds(canonical(state) === this.history.seen[cut - 1], 'the past can be seen again');
        state = AuditState.thaw(JSON.parse(JSON.stringify(state.freeze())) as JsonValue);
      }
      model.evolve(state, event);
      this.parts.project(doc, state, event);
    }
    holds(canonical(state) === end, 'replay is what was lived');
    const replayed = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex');
    holds(replayed === bytes, 'a document replayed is the same byte for byte');
  }

  private seed(): void {
    const decision = createAudit({
      id: '00000005-0000-4000-8000-000000000001' as AuditId,
      account: ACCOUNT,
      code: 'AUD-1',
      createdBy: API_USER,
      people: [...this.roles].map(([id, role]) => ({ id, role, active: true })),
      team: [...this.roles].map(([user, role]) => ({ user, role: teamRoleOf(role) })),
      newItemId: this.newId,
      body: {
        nombre: 'Auditoría',
        plantilla: PROGRAMME_TEMPLATE,
        frequency_type: 'PRG',
        tipo_auditoria: 'DFT',
        fecha_inicio: '2026-01-15',
        fecha_fin: '2026-04-10',
        horas_presupuestadas: 100,
        lider: userOf(1),
        procesos: ['Compras', 'Pagos'],
        riesgos: ['Pagos duplicados'],
      },
    });
    holds(decision.ok, 'the audit can be created');
    if (decision.ok)
      for (const event of decision.events) this.store.appendLifecycle(this.store.head, event, API_USER);
  }

  /** A control, a test, two findings and two steps to begin with. */
  private plant(): void {
    const node = this.nodeAt(0);
    const typed = (type: string) => allNodes(node.state).find((each) => each.type === type)?.id ?? null;
    for (const [type, under] of [
      ['phase', 'audit'],
      ['activity', 'process'],
      ['step', 'activity'],
      ['step', 'process'],
      ['control', 'risk'],
      ['control_test', 'control'],
      ['finding', 'control'],
      ['finding', 'step'],
    ] as const)
      this.rest(node, { kind: 'create_item', id: this.newId(), type, parent: typed(under), name: type });
    // Work that two of them completed, and may not review.
    allNodes(node.state)
      .filter(({ type }) => type === 'step')
      .forEach(({ id }, index) => {
        const user = userOf(index);
        this.rest(node, { kind: 'change_status', id, from: 'new', to: 'in_progress' }, { user });
        this.rest(node, { kind: 'change_status', id, from: 'in_progress', to: 'completed' }, { user });
      });
  }

  private readonly newId = (): ItemId =>
    `00000001-0000-4000-8000-${(++this.items).toString(16).padStart(12, '0')}` as ItemId;

  private rest(
    node: SimulatedNode,
    intent: IntentEnvelope['intent'],
    { user = API_USER, operation }: { user?: UserId; operation?: OperationId } = {},
  ): void {
    const envelope = { intent, base: node.state.version, ...(operation ? { operation } : {}) };
    node.submit({ key: `rest:${this.restCalls++}`, envelope, user });
  }

  /** An import in steps, with other steps in between: it starts, creates, and is finished or discarded. */
  private operate(node: SimulatedNode, a: number, d: number): void {
    const running = node.state.operation;
    if (running === null) {
      if (a % 4 !== 0) return;
      const operation =
        `00000003-0000-4000-8000-${(++this.operations).toString(16).padStart(12, '0')}` as OperationId;
      this.rest(node, { kind: 'start_operation', operation, what: 'import' });
    } else if (d % 3 !== 0) {
      const kind = a % 2 === 0 ? 'finish_operation' : 'discard_operation';
      this.rest(node, { kind, operation: running });
    } else {
      const intent = chooseIntent(node.state, { deed: 'create_item', a, b: a, d }, false, this.newId);
      if (intent) this.rest(node, intent, { operation: running });
    }
  }

  private deliver(client: SimulatedClient, count: number): void {
    for (const frame of client.connection?.toClient.splice(0, count) ?? []) client.receive(frame);
  }

  private serveOrphan(client: SimulatedClient, count: number): void {
    const [orphan] = client.orphans;
    if (!orphan) return;
    orphan.node.serve([orphan], count);
    if (orphan.toServer.length === 0) client.orphans.shift();
  }

  private isBusy(): boolean {
    return this.clients.some(
      ({ connection, orphans }) =>
        orphans.length > 0 || (connection && connection.toServer.length + connection.toClient.length > 0),
    );
  }

  private nodeAt(index: number): SimulatedNode {
    return this.nodes[index % this.nodes.length] as SimulatedNode;
  }
  private clientAt(index: number): SimulatedClient {
    return this.clients[index % this.clients.length] as SimulatedClient;
  }
}

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
