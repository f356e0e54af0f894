import type { Role, UserId } from '@cotejo/access-contracts';
import type { ItemId, OperationId, RecordType } from '@cotejo/audits-contracts';
import type { AuditView } from '../model/model.ts';
import { chooseIntent } from './choose-intent.ts';
import { toBePurged } from './choose-purge.ts';
import { holds } from './canonical.ts';
import { Found } from './found.ts';
import { History } from './history.ts';
import { Lines } from './lines.ts';
import { productParts, type Parts } from './parts.ts';
import { birthOf, plantsOf } from './plant.ts';
import { NODES, type Choice, type Schedule, type Step } from './schedule.ts';
import type { Browsers, Intent, LoadedDocument, SimulatedClient } from './simulated-client.ts';
import { SimulatedNode } from './simulated-node.ts';
import { COMPACTION } from './simulated-room.ts';
import { API_USER, LEADER, PEOPLE, SYSTEM_USER, TABS, teamRoleOf } from './simulated-people.ts';
import { SimulatedStore } from './simulated-store.ts';

type AtClient = Extract<Step, { client: number }>;
type AtNode = Exclude<Extract<Step, { node: number }>, AtClient>;

const idOf = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** One audit with its store, nodes and browser tabs, and the invariants that must hold. */
export class Cluster {
  readonly store: SimulatedStore;
  readonly history: History;
  readonly nodes: SimulatedNode[];
  readonly clients: SimulatedClient[];
  readonly found = new Found();
  private readonly lines: Lines;
  private readonly roles = new Map<UserId, Role>([
    [API_USER, 'manager'],
    [SYSTEM_USER, 'manager'],
  ]);
  private items = 0;
  private restCalls = 0;
  private operations = 0;
  private guests = 0;
  private loads = 0;
  private copy: LoadedDocument | null = null;

  private constructor(
    readonly parts: Parts,
    readonly browsers: Browsers,
    recordType: RecordType,
  ) {
    for (const { user, role } of PEOPLE) this.roles.set(user, role);
    const isIcce = recordType === 'icce';
    const team = new Map([...this.roles].map(([user, role]) => [user, teamRoleOf(role, isIcce)] as const));
    this.store = new SimulatedStore(parts);
    // Folds with the product's own model, because a mutant must not corrupt the reference history as well.
    const judge = productParts().models.now;
    this.history = new History(judge, this.store);
    this.lines = new Lines(this.store, this.history);
    for (const event of birthOf(recordType, team, this.newId))
      this.store.appendLifecycle(
        this.store.head,
        { ...event, schemaVersion: judge.events.newest(event.type) },
        API_USER,
      );
    const roleOf = (user: UserId): Role => this.roles.get(user) ?? 'guest';
    this.nodes = Array.from({ length: NODES }, () => new SimulatedNode(parts, this.store, roleOf));
    this.plant();
    this.clients = TABS.map((person, number) =>
      browsers.open({
        number,
        user: PEOPLE[person]?.user ?? API_USER,
        role: PEOPLE[person]?.role ?? 'guest',
        parts,
        team,
        now: () => ++this.store.now,
        load: () => this.load(),
        found: this.found,
      }),
    );
    this.history.advance();
    this.lines.note(this.nodes);
  }

  static async gather(parts: Parts, browsers: Browsers, { recordType }: Schedule): Promise<Cluster> {
    const cluster = new Cluster(parts, browsers, recordType);
    for (const [index, client] of cluster.clients.entries()) {
      await client.open('now');
      await client.connect(cluster.nodeAt(index));
    }
    while (await cluster.moveAll());
    // A backup exists from the beginning.
    cluster.store.backUp();
    return cluster;
  }

  async run(step: Step): Promise<void> {
    this.store.now += 1_000;
    await this.followed(async () => {
      if ('client' in step) await this.atClient(step, this.clientAt(step.client));
      else if ('node' in step) this.atNode(step, this.nodeAt(step.node));
      else await this.aside(step);
      await this.browsers.rest();
    });
    if ('client' in step && step.step !== 'act') this.lines.checkPrefix(this.clientAt(step.client));
    if ('node' in step) {
      const { room } = this.nodeAt(step.node);
      if (room) this.history.checkState(room.state);
    }
  }

  /** Runs a step and then checks the result, also after an exception: a fault may show first in the events written. */
  private async followed(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      this.history.advance();
      this.lines.note(this.nodes);
    }
  }

  /** Upgrades all nodes, connects all clients to one node, and delivers everything in flight. */
  heal(): Promise<void> {
    return this.followed(() => this.comeToRest());
  }

  private async comeToRest(): Promise<void> {
    for (const node of this.nodes) if (node.release === 'before') this.crash(node, 'now');
    const [node] = this.nodes;
    if (!node) return;
    for (const client of this.clients) {
      // Another tab of the user takes over the work of a closed one.
      const hasTab = this.clients.some(({ user, isOpen }) => user === client.user && isOpen);
      if (!hasTab) await client.open('now');
      if (client.isOpen) await client.connect(node);
    }
    for (let quiet = 0, rounds = 0; quiet < 2; rounds++) {
      holds(rounds < 300, 'the cluster comes to rest');
      let moved = await this.moveAll();
      for (const each of this.nodes) each.catchUp();
      if (!moved) {
        // Clients waiting to retry, or to take over the work of closed pages, wait for seconds.
        await this.browsers.pass(6_000);
        moved = await this.moveAll();
      }
      // Late frames of broken connections arrive last, when nothing else is in flight.
      if (!moved)
        for (const client of this.clients)
          for (; client.orphans.length > 0; moved = true) this.serveOrphan(client, 100);
      quiet = moved || this.isBusy() ? 0 : quiet + 1;
    }
  }

  private async moveAll(): Promise<boolean> {
    let moved = false;
    for (const client of this.clients) {
      const { connection } = client;
      moved ||= connection !== null && connection.toServer.length + connection.toClient.length > 0;
      connection?.node.serve([connection], 100);
      await client.receive(1_000);
      moved ||= client.connection !== connection;
    }
    return moved;
  }

  private async atClient(step: AtClient, client: SimulatedClient): Promise<void> {
    switch (step.step) {
      case 'act': {
        const intent = this.intentFor(client, step, step.hostile);
        if (intent) client.act(intent, step.hostile);
        return;
      }
      case 'forge': {
        const intent = this.intentFor(client, step, true);
        if (intent) client.send({ intent, schema: 1 + (step.b % 3), seq: step.d % 4 });
        return;
      }
      case 'deliver':
        await client.receive(step.down);
        client.connection?.node.serve([client.connection], step.up);
        return step.up % 2 === 0 ? client.receive(step.down) : undefined;
      case 'connect':
        return client.isOpen ? client.connect(this.nodeAt(step.node)) : undefined;
      case 'cut':
        return client.cut();
      case 'late-frames':
        return this.serveOrphan(client, 1);
      case 'frame':
        return client.frame();
      case 'undo':
        return client.undo();
      case 'redo':
        return client.redo();
      case 'reapply':
      case 'discard':
        return client.takeFromTray(step.step);
      case 'shut':
        return client.shut();
      case 'reload':
        await client.shut();
        return client.open(step.old ? 'before' : 'now');
    }
  }

  private intentFor({ user, view, model, isOpen }: SimulatedClient, choice: Choice, hostile: boolean) {
    if (!isOpen || !view || view.version < 0) return undefined;
    return chooseIntent(view, choice, { user, model, newId: this.newId, hostile });
  }

  private atNode(step: AtNode, node: SimulatedNode): void {
    switch (step.step) {
      case 'serve-all':
        return node.serve(
          this.clients.flatMap(({ connection }) => (connection?.node === node ? connection : [])),
          step.count,
        );
      case 'crash':
        return this.crash(node, node.release);
      case 'downgrade':
        return this.crash(node, 'before');
      case 'upgrade':
        return this.crash(node, 'now');
      case 'snapshot':
        return node.saveSnapshot();
      case 'notify':
        return node.catchUp();
      case 'compact':
        return this.compact(node);
      case 'purge':
        return this.purge(node, step.a);
      case 'rest': {
        const intent = node.room && this.restIntent(node, node.room.state, step);
        if (intent) this.rest(node, intent);
        return;
      }
      case 'operate':
        return this.operate(node, step.a, step.d);
      case 'close':
        return this.changeStatus(node, 'closed');
      case 'reopen':
        return this.changeStatus(node, 'in_progress');
      case 'add-guest': {
        const user = idOf(2, 0x100 + (++this.guests % 10));
        return node.appendLifecycle({ type: 'TeamMemberAdded', data: { user, role: 'guest' } });
      }
    }
  }

  private async aside(step: Exclude<Step, AtClient | AtNode>): Promise<void> {
    switch (step.step) {
      case 'wait':
        return this.browsers.pass(step.ms);
      case 'days':
        // No socket and no ticket stays valid for that long.
        for (const client of this.clients) {
          await client.cut();
          client.orphans.length = 0;
        }
        return this.store.daysPass(31);
      case 'back-up':
        return this.store.backUp();
      case 'restore':
        return this.restore();
      case 'demote':
        this.roles.set(LEADER, 'guest');
        return;
      case 'promote':
        this.roles.set(LEADER, 'leader');
        return;
    }
  }

  /** Stops all nodes, resets the log to the backup, and restarts them. */
  private restore(): void {
    if (!this.store.hasBackup) return;
    for (const node of this.nodes) this.disconnectAll(node);
    this.store.restore();
    this.found.noteRestore(this.store.journal);
    this.history.rewind();
    for (const node of this.nodes) node.boot(node.release);
  }

  private crash(node: SimulatedNode, release: SimulatedNode['release']): void {
    this.disconnectAll(node);
    node.boot(release);
  }

  private disconnectAll(node: SimulatedNode): void {
    for (const client of this.clients) {
      if (client.connection?.node === node) client.lose();
      // The node's receive buffers are lost with it.
      client.orphans.splice(0, client.orphans.length, ...client.orphans.filter((each) => each.node !== node));
    }
    node.connections.clear();
  }

  /** Sometimes no answer, and often an outdated copy. */
  private load(): LoadedDocument | null {
    const number = this.loads++;
    if (number % 4 === 0) return null;
    const node = this.nodeAt(number % 3);
    if (node.room && (number % 2 === 0 || !this.copy)) this.copy = node.copy();
    return this.copy;
  }

  private compact(node: SimulatedNode): void {
    const before = node.room?.documentId;
    const { head } = this.store;
    this.rest(node, { kind: 'compact_document' }, { user: SYSTEM_USER });
    if (this.store.head > head && this.store.events.at(-1)?.type === COMPACTION)
      holds(node.room?.documentId !== before, 'a compacted document has an id of its own');
  }

  private purge(node: SimulatedNode, a: number): void {
    if (!node.room) return;
    if (a % 3 > 0) this.store.now += 31 * 24 * 60 * 60 * 1_000;
    const chosen = toBePurged(node.room.state, a);
    if (chosen) this.rest(node, { kind: 'purge_item', id: chosen.id }, { user: SYSTEM_USER });
  }

  private changeStatus(node: SimulatedNode, to: 'closed' | 'in_progress'): void {
    const from = node.room?.state.status;
    if (from && from !== to)
      node.appendLifecycle({ type: 'AuditStatusChanged', data: { from, to, closedOn: null } });
  }

  private restIntent(node: SimulatedNode, state: AuditView, choice: Choice): Intent | undefined {
    const chooser = { user: API_USER, model: node.model, newId: this.newId, hostile: choice.a % 2 === 0 };
    return chooseIntent(state, choice, chooser);
  }

  /** Creates the initial items through ordinary intents. */
  private plant(): void {
    const [node] = this.nodes;
    const state = node?.room?.state;
    if (!node || !state) return;
    for (const make of plantsOf(state.recordType)) {
      const intent = make(state, this.newId);
      if (intent) this.rest(node, intent.intent, intent.user ? { user: intent.user } : {});
    }
  }

  private readonly newId = (): ItemId => idOf(1, ++this.items) as ItemId;

  private rest(
    node: SimulatedNode,
    intent: Intent,
    { user = API_USER, operation }: { user?: UserId; operation?: OperationId } = {},
  ): void {
    const base = node.room?.version ?? -1;
    const schemaVersion = node.model.intents.reads[intent.kind];
    const envelope = {
      intent,
      base,
      ...(schemaVersion ? { schemaVersion } : {}),
      ...(operation ? { operation } : {}),
    };
    node.submit({ key: `rest:${this.restCalls++}`, envelope, user });
  }

  /** An import or copy, interleaved with other steps: it is started, creates items, and is finished or discarded. */
  private operate(node: SimulatedNode, a: number, d: number): void {
    const state = node.room?.state;
    if (!state) return;
    const running = state.operation;
    if (running === null) {
      if (a % 12 !== 0) return;
      const operation = idOf(3, ++this.operations) as OperationId;
      const what = d % 2 === 0 ? 'import' : 'copy';
      this.rest(node, { kind: 'start_operation', operation, what });
    } else if (d % 8 !== 0) {
      const kind = a % 2 === 0 ? 'finish_operation' : 'discard_operation';
      this.rest(node, { kind, operation: running });
    } else {
      // An odd `a`, so that the intent is not hostile.
      const intent = this.restIntent(node, state, { deed: 'create_item', a: a | 1, b: a, d });
      if (intent) this.rest(node, intent, { operation: running });
    }
  }

  private serveOrphan(client: SimulatedClient, count: number): void {
    const [orphan] = client.orphans;
    if (!orphan) return;
    orphan.node.serve([orphan], count);
    if (orphan.toServer.length === 0) client.orphans.shift();
  }

  private isBusy(): boolean {
    return this.clients.some(
      ({ connection, orphans, isOpen, pendingCount }) =>
        orphans.length > 0 ||
        (connection && connection.toServer.length + connection.toClient.length > 0) ||
        (isOpen && (pendingCount > 0 || !connection)),
    );
  }

  private nodeAt(index: number): SimulatedNode {
    return this.nodes[index % this.nodes.length] as SimulatedNode;
  }
  private clientAt(index: number): SimulatedClient {
    return this.clients[index % this.clients.length] as SimulatedClient;
  }
}
