import type * as Grpc from '@grpc/grpc-js';
import type * as Gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import type * as Features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as Messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { FakeLog, type FakeExpected, type FakeRecord, type Proposed } from './fake-log.fixture.ts';
import {
  features,
  featuresService,
  filterOf,
  gossipService,
  grpc,
  nameOf,
  notLeader,
  proposed,
  refusedUser,
  streams,
  streamsService,
  toAppendResponse,
  toBatchResponse,
  toCheckpoint,
  toClusterInfo,
  toReadResponse,
  tooLarge,
  unwritten,
  uuidOf,
  type Endpoint,
} from './fake-messages.fixture.ts';

/** Faults and delays to inject; each function is called once per request. */
export interface Mischief {
  /**
   * 'unavailable' refuses before writing; 'mute' writes and never answers; 'disk-full' refuses as a server whose disk
   * took no more bytes.
   */
  append?: (stream: string) => 'unavailable' | 'mute' | 'disk-full' | undefined;
  /** Delay of answers to appends in milliseconds. */
  appendDelayMs?: () => number;
  /** Delay of read answers in milliseconds. */
  readDelayMs?: () => number;
  /** Milliseconds between an append and its events in subscriptions. */
  subscriptionDelayMs?: () => number;
  /** Faults of a subscription: an event left out, sent twice, or sent after the next one. */
  carries?: (record: FakeRecord) => 'not' | 'twice' | 'behind' | undefined;
  /** Refuses every request of the user. */
  refusesUser?: 'credentials' | 'rights';
}

/** Delays measured on a real server on the same machine (EventStoreDB 23.10.8). */
export const MEASURED_PACE = {
  appendDelayMs: () => 3,
  // Small packets against delayed acknowledgements.
  readDelayMs: () => (Math.random() < 0.5 ? 3 : 45),
  subscriptionDelayMs: () => 4,
} satisfies Mischief;

export interface FakeOptions {
  readonly log?: FakeLog;
  /** False offers only the older append call. */
  readonly batches?: boolean;
  readonly port?: number;
  /** The cluster to which the node belongs; it leads without one. */
  readonly cluster?: FakeMembership;
}

/** What a node of a cluster knows of the others. */
export interface FakeMembership {
  readonly members: () => readonly (Endpoint & { readonly isLeader: boolean })[];
}

/** Calls that last: a change of leader resets them. */
type LongCall = Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp> | BatchCall;
type BatchCall = Grpc.ServerDuplexStream<Messages.BatchAppendReq, Messages.BatchAppendResp>;

/**
 * Server for the part of KurrentDB's protocol that the adapter uses, with the message definitions shipped in the
 * official client. Written from the protocol and the server's source; it is not KurrentDB itself. Where it was found to
 * differ from one: docs/kurrentdb.md.
 */
export class FakeKurrentDb {
  readonly mischief: Mischief = {};
  /** Reads answered so far, without subscriptions. */
  reads = 0;
  private server: Grpc.Server | undefined;
  private stalled: Promise<void> = Promise.resolve();
  private readonly longCalls = new Set<LongCall>();

  private constructor(
    readonly log: FakeLog,
    public port: number,
    private readonly batches: boolean,
    private readonly cluster: FakeMembership | undefined,
  ) {}

  static async start(options: FakeOptions = {}): Promise<FakeKurrentDb> {
    const { log = new FakeLog(), batches = true, port = 0, cluster } = options;
    const fake = new FakeKurrentDb(log, port, batches, cluster);
    await fake.up();
    return fake;
  }

  get url(): string {
    return `kurrentdb://127.0.0.1:${this.port}?tls=false`;
  }

  get isUp(): boolean {
    return this.server !== undefined;
  }

  async up(): Promise<void> {
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 4 * 1_048_576 });
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: Grpc.sendUnaryData<Features.SupportedMethods>) =>
        answer(null, this.supported()),
    });
    server.addService(gossipService.GossipService, {
      read: (_: unknown, answer: Grpc.sendUnaryData<Gossip.ClusterInfo>) =>
        answer(null, toClusterInfo(this.members())),
    });
    server.addService(streamsService.StreamsService, {
      read: (call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>) => void this.read(call),
      append: (
        call: Grpc.ServerReadableStream<Messages.AppendReq, Messages.AppendResp>,
        answer: Grpc.sendUnaryData<Messages.AppendResp>,
      ) => this.append(call, answer),
      batchAppend: (call: BatchCall) => this.batchAppend(call),
      delete: unimplemented,
      tombstone: unimplemented,
    });
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${this.port}`, grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    this.server = server;
  }

  /** Stops the server at once, like a power failure; `up` restarts it with its log. */
  kill(): void {
    this.server?.forceShutdown();
    this.server = undefined;
    this.longCalls.clear();
  }

  /** Stands still for some milliseconds: nothing is decided, answered or sent meanwhile, and nothing is lost. */
  stall(ms: number): void {
    this.stalled = Promise.all([this.stalled, new Promise((resume) => setTimeout(resume, ms))]).then(
      () => undefined,
    );
  }

  /** Breaks subscriptions and batches of appends, as a node does that gains or loses the lead. */
  resetStreams(): void {
    for (const call of this.longCalls)
      call.emit('error', { code: grpc.status.CANCELLED, details: 'the leader changed' });
    this.longCalls.clear();
  }

  private members(): readonly (Endpoint & { readonly isLeader: boolean })[] {
    return this.cluster?.members() ?? [{ host: '127.0.0.1', port: this.port, isLeader: true }];
  }

  /** The status that refuses a request before anything else is looked at. */
  private refusal(metadata: Grpc.Metadata): Partial<Grpc.StatusObject> | null {
    if (this.mischief.refusesUser !== undefined) return refusedUser(this.mischief.refusesUser);
    const needsLeader = metadata.get('requires-leader').includes('true');
    const members = this.members();
    const leader = members.find(({ isLeader }) => isLeader);
    if (!needsLeader || leader?.port === this.port) return null;
    return leader ? notLeader(leader) : { code: grpc.status.UNKNOWN, details: 'No leader info available' };
  }

  private supported(): Features.SupportedMethods {
    const answer = new features.SupportedMethods();
    answer.setEventStoreServerVersion('26.1.0');
    for (const name of this.batches ? ['append', 'read', 'batchappend'] : ['append', 'read']) {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      answer.addMethods(method);
    }
    return answer;
  }

  private async decide(stream: string, expected: FakeExpected, events: readonly Proposed[]) {
    await this.stalled;
    const mischief = this.mischief.append?.(stream);
    if (mischief === 'unavailable' || mischief === 'disk-full') return mischief;
    const verdict = this.log.append(stream, expected, events);
    await pause(this.mischief.appendDelayMs?.() ?? 0);
    await this.stalled;
    return mischief ?? verdict;
  }

  private append(
    call: Grpc.ServerReadableStream<Messages.AppendReq, Messages.AppendResp>,
    answer: Grpc.sendUnaryData<Messages.AppendResp>,
  ): void {
    const refusal = this.refusal(call.metadata);
    if (refusal) return answer(refusal);
    let options: Messages.AppendReq.Options | undefined;
    const events: Proposed[] = [];
    call.on('data', (request: Messages.AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) events.push(proposed(message));
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      const stream = nameOf(options?.getStreamIdentifier());
      const expected: FakeExpected = options?.hasNoStream()
        ? 'none'
        : options?.hasAny()
          ? 'any'
          : options?.hasStreamExists()
            ? 'exists'
            : BigInt(options?.getRevision() ?? 0);
      void this.decide(stream, expected, events).then((verdict) => {
        if (verdict === 'mute') return;
        if (verdict === 'unavailable' || verdict === 'disk-full') return answer(unwritten(verdict));
        if ('tooLarge' in verdict) return answer(tooLarge(verdict.tooLarge));
        answer(null, toAppendResponse(verdict));
      });
    });
  }

  private batchAppend(call: BatchCall): void {
    const refusal = this.refusal(call.metadata);
    if (refusal) return void call.emit('error', refusal);
    this.longCalls.add(call);
    const open = new Map<string, { options: Messages.BatchAppendReq.Options; events: Proposed[] }>();
    call.on('data', (request: Messages.BatchAppendReq) => {
      const id = uuidOf(request.getCorrelationId());
      const options = request.getOptions();
      if (options) open.set(id, { options, events: [] });
      const pending = open.get(id);
      if (!pending) return;
      pending.events.push(...request.getProposedMessagesList().map(proposed));
      if (!request.getIsFinal()) return;
      open.delete(id);
      const stream = nameOf(pending.options.getStreamIdentifier());
      const expected: FakeExpected = pending.options.hasNoStream()
        ? 'none'
        : pending.options.hasAny()
          ? 'any'
          : pending.options.hasStreamExists()
            ? 'exists'
            : BigInt(pending.options.getStreamPosition());
      void this.decide(stream, expected, pending.events).then((verdict) => {
        if (verdict === 'mute' || !this.longCalls.has(call)) return;
        if (verdict === 'unavailable' || verdict === 'disk-full') {
          call.emit('error', unwritten(verdict));
          return;
        }
        const response = toBatchResponse(verdict);
        response.setCorrelationId(request.getCorrelationId());
        response.setStreamIdentifier(pending.options.getStreamIdentifier());
        call.write(response);
      });
    });
    const forget = (): void => void this.longCalls.delete(call);
    call.on('error', forget);
    call.on('cancelled', forget);
    call.on('end', () => {
      forget();
      call.end();
    });
  }

  private async read(call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>): Promise<void> {
    call.on('error', () => undefined);
    const refusal = this.refusal(call.metadata);
    if (refusal) return void call.emit('error', refusal);
    const options = call.request.getOptions();
    if (!options) return void call.destroy(new Error('no options'));
    await pause(this.mischief.readDelayMs?.() ?? 0);
    await this.stalled;
    if (options.hasSubscription()) return this.follow(call, options);
    this.reads += 1;
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    const chosen = options.hasAll()
      ? this.chooseFromAll(options, backwards)
      : this.chooseFromStream(options, backwards);
    if (chosen === null) {
      const missing = new streams.ReadResp.StreamNotFound();
      missing.setStreamIdentifier(options.getStream()?.getStreamIdentifier());
      const response = new streams.ReadResp();
      response.setStreamNotFound(missing);
      call.write(response);
      return void call.end();
    }
    for (const record of chosen.slice(0, Number(options.getCount()))) {
      if (call.cancelled || call.destroyed) return;
      if (!call.write(toReadResponse(record, 'read'))) await drained(call);
    }
    call.end();
  }

  private chooseFromStream(options: Messages.ReadReq.Options, backwards: boolean): FakeRecord[] | null {
    const asked = options.getStream();
    const records = this.log.streamOf(nameOf(asked?.getStreamIdentifier()));
    if (!records) return null;
    if (asked?.hasStart()) return backwards ? records.slice(0, 1) : [...records];
    if (asked?.hasEnd()) return backwards ? records.toReversed() : records.slice(-1);
    const from = BigInt(asked?.getRevision() ?? 0);
    return backwards
      ? records.filter(({ revision }) => revision <= from).reverse()
      : records.filter(({ revision }) => revision >= from);
  }

  private chooseFromAll(options: Messages.ReadReq.Options, backwards: boolean): FakeRecord[] {
    const all = options.getAll();
    const filter = filterOf(options);
    const { records } = this.log;
    const position = BigInt(all?.getPosition()?.getCommitPosition() ?? 0);
    // Forwards, a position names the first event to return; backwards, the first to leave out.
    const at = all?.hasStart() ? 0 : all?.hasEnd() ? records.length : this.log.indexOf(position);
    const chosen: FakeRecord[] = [];
    const step = backwards ? -1 : 1;
    for (let n = backwards ? at - 1 : at; chosen.length < Number(options.getCount()); n += step) {
      const record = records[n];
      if (!record) break;
      if (filter(record)) chosen.push(record);
    }
    return chosen;
  }

  private follow(
    call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>,
    options: Messages.ReadReq.Options,
  ): void {
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId(crypto.randomUUID());
    const confirmed = new streams.ReadResp();
    confirmed.setConfirmation(confirmation);
    call.write(confirmed);
    const filter = filterOf(options);
    const all = options.getAll();
    const after = all?.hasEnd()
      ? (this.log.records.at(-1)?.position ?? -1n)
      : all?.hasStart()
        ? -1n
        : BigInt(all?.getPosition()?.getCommitPosition() ?? 0);
    let sent = after;
    const behind: FakeRecord[] = [];
    const send = (record: FakeRecord): void => {
      const fault = this.mischief.carries?.(record);
      if (fault === 'behind') return void behind.push(record);
      const carried = fault === 'not' ? [] : fault === 'twice' ? [record, record] : [record];
      for (const one of [...carried, ...behind.splice(0)]) call.write(toReadResponse(one, 'subscription'));
    };
    const pushAll = (): void => {
      // By position, not by place: a scavenge moves the records.
      for (let next = this.log.indexOf(sent + 1n); next < this.log.records.length; next++) {
        const record = this.log.records[next];
        if (!record) continue;
        sent = record.position;
        if (filter(record)) send(record);
        else call.write(toCheckpoint(record.position));
      }
    };
    let turn = Promise.resolve();
    const push = (): void => {
      const delayed = pause(this.mischief.subscriptionDelayMs?.() ?? 0);
      turn = turn.then(async () => {
        await delayed;
        await this.stalled;
        if (!call.cancelled && this.longCalls.has(call)) pushAll();
      });
    };
    this.longCalls.add(call);
    pushAll();
    const stopListening = this.log.onAppended(push);
    const stop = (): void => {
      stopListening();
      this.longCalls.delete(call);
    };
    call.on('cancelled', stop);
    call.on('close', stop);
    call.on('error', stop);
  }
}

/** Milliseconds; at once for none. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resume) => setTimeout(resume, ms));
}

const unimplemented = (_: unknown, answer: Grpc.sendUnaryData<never>): void =>
  answer({ code: grpc.status.UNIMPLEMENTED, details: 'not part of the fake' });

async function drained(call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>): Promise<void> {
  await new Promise<void>((resume) => {
    const events = ['drain', 'close', 'cancelled', 'error'];
    const go = () => {
      for (const event of events) call.off(event, go);
      resume();
    };
    for (const event of events) call.on(event, go);
  });
}
