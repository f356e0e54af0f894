import { FakeKurrentDb, type Mischief } from './fake-kurrentdb.fixture.ts';
import { FakeLog } from './fake-log.fixture.ts';

/**
 * Nodes with one log: replication is taken for granted, so a follower is never behind. What can be tried on it is
 * discovery, the refusal of what needs the leader, and a change of leader.
 */
export class FakeCluster {
  readonly log = new FakeLog();
  readonly nodes: FakeKurrentDb[] = [];
  /** The node that leads; null during an election. */
  leader: FakeKurrentDb | null = null;

  static async start(size = 3): Promise<FakeCluster> {
    const cluster = new FakeCluster();
    const members = () =>
      cluster.nodes
        .filter(({ isUp }) => isUp)
        .map((node) => ({ host: '127.0.0.1', port: node.port, isLeader: node === cluster.leader }));
    for (let n = 0; n < size; n++)
      cluster.nodes.push(await FakeKurrentDb.start({ log: cluster.log, cluster: { members } }));
    cluster.leader = cluster.nodes[0] ?? null;
    return cluster;
  }

  /** Connection string with all hosts. */
  get url(): string {
    return `kurrentdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** Another node leads after `electionMs` without any leader; the former one goes on as a follower. */
  async changeLeader(electionMs = 0): Promise<FakeKurrentDb> {
    const former = this.leader;
    this.leader = null;
    for (const node of this.nodes) node.resetStreams();
    await new Promise((resume) => setTimeout(resume, electionMs));
    const next = this.nodes.find((node) => node !== former && node.isUp);
    if (!next) throw new Error('no node is left to lead');
    this.leader = next;
    return next;
  }

  /** Kills the leader like a power failure; another node leads after `electionMs`. */
  async killLeader(electionMs = 0): Promise<void> {
    this.leader?.kill();
    await this.changeLeader(electionMs);
  }

  /** Applies faults and delays to every node. */
  disturb(mischief: Mischief): void {
    for (const node of this.nodes) Object.assign(node.mischief, mischief);
  }

  kill(): void {
    for (const node of this.nodes) node.kill();
  }
}
