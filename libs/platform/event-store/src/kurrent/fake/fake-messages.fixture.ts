import { createRequire } from 'node:module';
import type * as Grpc from '@grpc/grpc-js';
import type * as FeaturesService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js';
import type * as Features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import type * as GossipService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js';
import type * as Gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import type * as Shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as StatusMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js';
import type * as StreamsService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type * as Messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { FakeRecord, FakeVerdict, Proposed } from './fake-log.fixture.ts';

// The copies inside the client: messages created from another copy would be refused.
const ofClient = createRequire(createRequire(import.meta.url).resolve('@kurrent/kurrentdb-client'));
const generated = (name: string): unknown => ofClient(`../generated/kurrentdb/protocols/v1/${name}.js`);
export const grpc = ofClient('@grpc/grpc-js') as typeof Grpc;
export const streams = generated('streams_pb') as typeof Messages;
export const streamsService = generated('streams_grpc_pb') as typeof StreamsService;
const shared = generated('shared_pb') as typeof Shared;
const status = generated('status_pb') as typeof StatusMessages;
export const features = generated('serverfeatures_pb') as typeof Features;
const gossip = generated('gossip_pb') as typeof Gossip;
export const gossipService = generated('gossip_grpc_pb') as typeof GossipService;
export const featuresService = generated('serverfeatures_grpc_pb') as typeof FeaturesService;

const { Any } = ofClient('google-protobuf/google/protobuf/any_pb.js') as {
  Any: new () => { pack(bytes: Uint8Array, name: string): void };
};
const { Empty } = ofClient('google-protobuf/google/protobuf/empty_pb.js') as {
  Empty: new () => NonNullable<ReturnType<Shared.WrongExpectedVersion['getCurrentNoStream']>>;
};

export function nameOf(identifier: Shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function uuidOf(uuid: Shared.UUID | undefined): string {
  if (uuid?.hasString()) return uuid.getString();
  const structured = uuid?.getStructured();
  const bits = (value: string) => BigInt.asUintN(64, BigInt(value)).toString(16).padStart(16, '0');
  const hex =
    bits(structured?.getMostSignificantBits() ?? '0') + bits(structured?.getLeastSignificantBits() ?? '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function toUuid(id: string): Shared.UUID {
  const uuid = new shared.UUID();
  uuid.setString(id);
  return uuid;
}

export function proposed(
  message: Messages.AppendReq.ProposedMessage | Messages.BatchAppendReq.ProposedMessage,
): Proposed {
  return {
    id: uuidOf(message.getId()),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function tooLarge(most: number): Partial<Grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  metadata.add('exception', 'maximum-append-size-exceeded');
  metadata.add('maximum-append-size', String(most));
  return {
    code: grpc.status.INVALID_ARGUMENT,
    details: `Maximum Append Size of ${most} Exceeded.`,
    metadata,
  };
}

/** A node that is not the leader names it, for a request that needs the leader. */
export function notLeader({ host, port }: Endpoint): Partial<Grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  metadata.add('exception', 'not-leader');
  metadata.add('leader-endpoint-host', host);
  metadata.add('leader-endpoint-port', String(port));
  return { code: grpc.status.NOT_FOUND, details: 'Leader info available', metadata };
}

/** A refused user: a wrong password (16) or missing rights (7). */
export function refusedUser(why: 'credentials' | 'rights'): Partial<Grpc.StatusObject> {
  if (why === 'credentials') return { code: grpc.status.UNAUTHENTICATED, details: 'Unauthenticated' };
  const metadata = new grpc.Metadata();
  metadata.add('exception', 'access-denied');
  return { code: grpc.status.PERMISSION_DENIED, details: 'Access Denied', metadata };
}

/** The status of an append that wrote nothing. */
export function unwritten(why: 'unavailable' | 'disk-full'): Partial<Grpc.StatusObject> {
  return why === 'unavailable'
    ? { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready' }
    : { code: grpc.status.UNKNOWN, details: 'No space left on device' };
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** What a node tells about its cluster. */
export function toClusterInfo(
  members: readonly (Endpoint & { readonly isLeader: boolean })[],
): Gossip.ClusterInfo {
  const info = new gossip.ClusterInfo();
  for (const { host, port, isLeader } of members) {
    const endpoint = new gossip.EndPoint();
    endpoint.setAddress(host);
    endpoint.setPort(port);
    const member = new gossip.MemberInfo();
    member.setInstanceId(toUuid(crypto.randomUUID()));
    member.setTimeStamp(String(ticksOf(Date.now())));
    member.setState(isLeader ? gossip.MemberInfo.VNodeState.LEADER : gossip.MemberInfo.VNodeState.FOLLOWER);
    member.setIsAlive(true);
    member.setHttpEndPoint(endpoint);
    info.addMembers(member);
  }
  return info;
}

export function toAppendResponse(verdict: Exclude<FakeVerdict, { tooLarge: number }>): Messages.AppendResp {
  const response = new streams.AppendResp();
  if ('success' in verdict) {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(verdict.success.position));
    position.setPreparePosition(String(verdict.success.position));
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(verdict.success.revision));
    success.setPosition(position);
    response.setSuccess(success);
  } else {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (verdict.wrongVersion < 0n) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(verdict.wrongVersion));
    response.setWrongExpectedVersion(wrong);
  }
  return response;
}

export function toBatchResponse(verdict: FakeVerdict): Messages.BatchAppendResp {
  const response = new streams.BatchAppendResp();
  if ('success' in verdict) {
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(verdict.success.position));
    position.setPreparePosition(String(verdict.success.position));
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(verdict.success.revision));
    success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const error = new status.Status();
  const details = new Any();
  if ('tooLarge' in verdict) {
    const exceeded = new shared.MaximumAppendSizeExceeded();
    exceeded.setMaxappendsize(verdict.tooLarge);
    error.setMessage('MaximumAppendSizeExceeded');
    details.pack(exceeded.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (verdict.wrongVersion >= 0n) wrong.setCurrentStreamRevision(String(verdict.wrongVersion));
    else wrong.setCurrentNoStream(new Empty());
    error.setMessage('WrongExpectedVersion');
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  error.setDetails(details as Parameters<typeof error.setDetails>[0]);
  response.setError(error);
  return response;
}

/** `created` is cut to whole seconds in the answer to a read, and has milliseconds in a subscription. */
export function toReadResponse(record: FakeRecord, by: 'read' | 'subscription'): Messages.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(record.stream).toString('base64'));
  recorded.setId(toUuid(record.id));
  recorded.setStreamIdentifier(identifier);
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  recorded.getMetadataMap().set('type', record.type);
  recorded.getMetadataMap().set('content-type', record.contentType);
  recorded
    .getMetadataMap()
    .set('created', String(ticksOf(by === 'read' ? wholeSeconds(record.created) : record.created)));
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(record.position));
  const response = new streams.ReadResp();
  response.setEvent(event);
  return response;
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
/** Units of 100 ns since 1970. */
const ticksOf = (ms: number): number => ms * 10_000;

export function toCheckpoint(position: bigint): Messages.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}

export function filterOf(options: Messages.ReadReq.Options): (record: FakeRecord) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.getStreamIdentifier() ?? filter.getEventType();
  const text = filter.hasStreamIdentifier()
    ? (record: FakeRecord) => record.stream
    : (record: FakeRecord) => record.type;
  const regex = expression?.getRegex() ?? '';
  if (regex !== '') {
    const compiled = new RegExp(regex);
    return (record) => compiled.test(text(record));
  }
  const prefixes = expression?.getPrefixList() ?? [];
  return (record) => prefixes.some((prefix) => text(record).startsWith(prefix));
}
