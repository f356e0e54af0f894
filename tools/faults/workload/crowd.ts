import { userId, type UserId } from '@cotejo/access-contracts';
import { auditStream, type AuditDetail } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { createAudit } from '../../bench/product/audit-clients.ts';
import { signIn, type SignedIn } from '../../bench/product/sign-in.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { Gate } from '../cluster/gate.ts';
import type { Ledger } from '../history/ledger.ts';
import { Random } from '../plan/random.ts';
import type { Evidence } from '../report/evidence.ts';
import { Creator } from './creator.ts';
import { Editor } from './editor.ts';
import { LogSubscriber } from './log-subscriber.ts';
import { Roamer } from './roamer.ts';
import type { WireTap } from './wire-tap.ts';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';
const EDITORS = 4;
/** Number of clients: editors, two connections of the roamer, creators. */
export const CLIENTS = EDITORS + 2 + 2;
export const SUBSCRIBERS = 3;

export interface CrowdOptions {
  readonly cluster: Cluster;
  readonly seed: string;
  readonly ledger: Ledger;
  readonly tap: WireTap;
  readonly evidence: Evidence;
}

/** The workload during faults: all clients, each on its own connection. */
export class Crowd {
  /** Streams of the audits in use. */
  streams: readonly string[] = [];
  private entered = 0;

  private constructor(
    readonly gates: readonly Gate[],
    readonly editors: readonly Editor[],
    readonly roamer: Roamer,
    readonly creators: readonly Creator[],
    readonly subscribers: readonly LogSubscriber[],
    private readonly manager: SignedIn,
    private readonly leader: SignedIn,
  ) {}

  static async gather(options: CrowdOptions, atEnd: (close: () => Promise<unknown>) => void): Promise<Crowd> {
    const { cluster, seed, ledger, tap, evidence } = options;
    const gates: Gate[] = [];
    for (let index = 0; index < CLIENTS; index++) {
      const gate = await new Gate(() => cluster.route(index)).open();
      atEnd(() => gate.close());
      gates.push(gate);
    }
    const address = (index: number): string => `http://127.0.0.1:${gates[index]?.port ?? 0}`;
    const rooms = (index: number): string => `${address(index).replace('http', 'ws')}${ROOM_PATH}`;
    const enter = (index: number, username: string): Promise<SignedIn> =>
      signIn(address(index), username, { again: true });
    const manager = await enter(EDITORS + 2, MANAGER);
    const leader = await enter(EDITORS, LEADER);
    const people: UserId[] = [manager, leader].map(({ principal }) => userId.parse(principal.userId));

    const editors: Editor[] = [];
    for (let index = 0; index < EDITORS; index++) {
      const person = await enter(index, index % 2 === 0 ? MANAGER : LEADER);
      const name = `editor-${index}`;
      editors.push(
        new Editor({ name, person, url: rooms(index), tap, people, random: new Random(seed, name) }),
      );
    }
    atEnd(() => Promise.all(editors.map((editor) => editor.close())));
    const roamer = new Roamer({
      name: 'roamer',
      person: leader,
      urls: [rooms(EDITORS), rooms(EDITORS + 1)],
      tap,
      people,
      random: new Random(seed, 'roamer'),
    });
    atEnd(() => roamer.leave());
    const creators: Creator[] = [];
    for (const [index, person] of [manager, await enter(EDITORS + 3, MANAGER)].entries()) {
      const name = `creator-${index}`;
      const random = new Random(seed, name);
      creators.push(new Creator({ name, person, leader: leader.principal.userId, ledger, evidence, random }));
    }
    const connectionString = cluster.subscriberGate.through(cluster.database.appUrl);
    const subscribers = [
      { filter: undefined, failures: 0 },
      { filter: { streamPrefixes: ['audit-'] }, failures: 0 },
      {
        filter: { streamPrefixes: ['audit-', 'claim-'], types: ['AuditCreated', 'TreeItemRenamed'] },
        failures: 0.05,
      },
    ].map(({ filter, failures }, index) => {
      const name = `subscriber-${index}`;
      const random = new Random(seed, name);
      return new LogSubscriber({
        name,
        connectionString,
        ...(filter && { filter }),
        failures,
        random,
        evidence,
      });
    });
    atEnd(() => Promise.all(subscribers.map((subscriber) => subscriber.stop())));
    for (const subscriber of subscribers) await subscriber.start();
    return new Crowd(gates, editors, roamer, creators, subscribers, manager, leader);
  }

  /** Moves all clients to two new audits; their earlier work must be settled. */
  async move(): Promise<readonly [AuditDetail, AuditDetail]> {
    const { manager, leader } = this;
    this.entered += 1;
    const create = (number: number): Promise<AuditDetail> =>
      createAudit(manager, { name: `Trabajo ${this.entered}.${number}`, leader });
    const audits = [await create(1), await create(2)] as const;
    this.streams = audits.map(({ id }) => auditStream(id));
    for (const [index, editor] of this.editors.entries()) await editor.enter(audits[index < 2 ? 0 : 1]);
    await this.roamer.enter(audits[0].id);
    return audits;
  }

  /** Works until the signal aborts; resolves once no client starts anything new. */
  async work(signal: AbortSignal): Promise<void> {
    const workers = [...this.editors, this.roamer, ...this.creators];
    await Promise.all(workers.map((worker) => worker.act(signal)));
  }

  streamOf(editor: number): string {
    return this.streams[editor < 2 ? 0 : 1] ?? '';
  }
}
