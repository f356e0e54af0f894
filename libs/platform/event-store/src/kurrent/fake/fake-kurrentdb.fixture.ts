import type * as Grpc from '@grpc/grpc-js';
import type * as Features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as Messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { FakeLog, type FakeExpected, type FakeRecord, type Proposed } from './fake-log.fixture.ts';
import {
  features,
  featuresService,
  filterOf,
  grpc,
  nameOf,
  proposed,
  streams,
  streamsService,
  toAppendResponse,
  toBatchResponse,
  toCheckpoint,
  toReadResponse,
  tooLarge,
  uuidOf,
} from './fake-messages.fixture.ts';

/** Faults to inject; each function is called once per request. */
export interface Mischief {
  /** 'unavailable' refuses before writing; 'mute' writes and never answers. */
  append?: (stream: string) => 'unavailable' | 'mute' | undefined;
  /** Delay of read answers in milliseconds. */
  readDelayMs?: () => number;
}

/**
 * Server for the part of KurrentDB's protocol that the adapter uses, with the message definitions shipped in the
 * official client. Written from the protocol and the server's source; it is not KurrentDB itself.
 */
export class FakeKurrentDb {
  readonly mischief: Mischief = {};
  private server: Grpc.Server | undefined;

  private constructor(
    readonly log: FakeLog,
    public port: number,
    private readonly batches: boolean,
  ) {}

  /** `batches: false` offers only the older append call. */
  static async start({ log = new FakeLog(), batches = true, port = 0 } = {}): Promise<FakeKurrentDb> {
    const fake = new FakeKurrentDb(log, port, batches);
    await fake.up();
    return fake;
  }

  get url(): string {
    return `kurrentdb://127.0.0.1:${this.port}?tls=false`;
  }

  async up(): Promise<void> {
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 4 * 1_048_576 });
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: Grpc.sendUnaryData<Features.SupportedMethods>) =>
        answer(null, this.supported()),
    });
    server.addService(streamsService.StreamsService, {
      read: (call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>) => void this.read(call),
      append: (
        call: Grpc.ServerReadableStream<Messages.AppendReq, Messages.AppendResp>,
        answer: Grpc.sendUnaryData<Messages.AppendResp>,
      ) => this.append(call, answer),
      batchAppend: (call: Grpc.ServerDuplexStream<Messages.BatchAppendReq, Messages.BatchAppendResp>) =>
        this.batchAppend(call),
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

  private decide(stream: string, expected: FakeExpected, events: readonly Proposed[]) {
    const mischief = this.mischief.append?.(stream);
    if (mischief === 'unavailable') return mischief;
    const verdict = this.log.append(stream, expected, events);
    return mischief ?? verdict;
  }

  private append(
    call: Grpc.ServerReadableStream<Messages.AppendReq, Messages.AppendResp>,
    answer: Grpc.sendUnaryData<Messages.AppendResp>,
  ): void {
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
      const verdict = this.decide(stream, expected, events);
      if (verdict === 'mute') return;
      if (verdict === 'unavailable')
        return answer({ code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' });
      if ('tooLarge' in verdict) return answer(tooLarge(verdict.tooLarge));
      answer(null, toAppendResponse(verdict));
    });
  }

  private batchAppend(
    call: Grpc.ServerDuplexStream<Messages.BatchAppendReq, Messages.BatchAppendResp>,
  ): void {
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
      const verdict = this.decide(stream, expected, pending.events);
      if (verdict === 'mute') return;
      if (verdict === 'unavailable') {
        call.emit('error', { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' });
        return;
      }
      const response = toBatchResponse(verdict);
      response.setCorrelationId(request.getCorrelationId());
      response.setStreamIdentifier(pending.options.getStreamIdentifier());
      call.write(response);
    });
    call.on('error', () => undefined);
    call.on('end', () => call.end());
  }

  private async read(call: Grpc.ServerWritableStream<Messages.ReadReq, Messages.ReadResp>): Promise<void> {
    call.on('error', () => undefined);
    const delayMs = this.mischief.readDelayMs?.() ?? 0;
    if (delayMs > 0) await new Promise((resume) => setTimeout(resume, delayMs));
    const options = call.request.getOptions();
    if (!options) return void call.destroy(new Error('no options'));
    if (options.hasSubscription()) return this.follow(call, options);
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
      if (!call.write(toReadResponse(record))) await drained(call);
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
    let next = this.log.indexOf(after + 1n);
    const push = () => {
      for (; next < this.log.records.length; next++) {
        const record = this.log.records[next];
        if (record && filter(record)) call.write(toReadResponse(record));
        else if (record) call.write(toCheckpoint(record.position));
      }
    };
    push();
    const stop = this.log.onAppended(push);
    call.on('cancelled', stop);
    call.on('close', stop);
    call.on('error', stop);
  }
}

function unimplemented(_: unknown, answer: Grpc.sendUnaryData<never>): void {
  answer({ code: grpc.status.UNIMPLEMENTED, details: 'not part of the fake' });
}

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
