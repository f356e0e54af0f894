import { hash } from 'node:crypto';
import { canonicalContent, genesisLink, link, microsFromIso } from '../hash-chain.ts';
import type { RecordedEvent } from '../port.ts';
import type { ArchivedEvent, KeptEvent, WithheldEvent } from './log-archive.ts';
import type { FaultReason, LogFault } from './log-fault.ts';
import { headsRoot, type Head } from './merkle-root.ts';
import { OrderHash } from './order-hash.ts';
import { PURGE_EVENT, PURGE_STREAM, purgeRecord } from './purge-record.ts';
import { RecentStates } from './recent-states.ts';
import { SEAL_EVENT, SEAL_STREAM, isSealGenuine, sealHash, sealSchema, type Seal } from './seal.ts';

/** Events by which a seal may lag behind its place on the log, because events arrive while a seal is made. */
const REACH = 65_536;

export interface WalkOptions {
  /** Null accepts any log. */
  readonly storeId: string | null;
  /** Fingerprints of trusted keys; null trusts every key and lists it in the summary. */
  readonly trustedKeys: readonly string[] | null;
  /** Copies of seals kept outside of the log: the log must match each of them. */
  readonly seals?: readonly Seal[];
  /** Positions must be 1, 2, 3 … */
  readonly isDense?: boolean;
}

/** Result of a walk over a log. */
export interface LogSummary {
  readonly events: number;
  readonly withheld: number;
  readonly streams: number;
  /** `headsRoot` over all heads: two logs with equal root and order are equal. */
  readonly root: string;
  readonly order: string;
  readonly seals: number;
  /** Number of leading events that the last valid seal covers. */
  readonly sealedEvents: number;
  readonly lastSealAt: string | null;
  /** Events covered by no seal; seals themselves, which the next seal covers, are not counted. */
  readonly unsealedEvents: number;
  /** Fingerprints of the sealing keys, in order of appearance. */
  readonly keys: readonly string[];
}

/**
 * Checks a log event by event, in log order: contents, links, versions, order, purge records, seals. Memory grows only
 * with the number of streams (their heads). Must not be used after a fault.
 */
export class LogWalk {
  events = 0;
  withheld = 0;
  readonly heads = new Map<string, Head>();
  lastPosition: string | null = null;
  private sealCount = 0;
  private sealedEvents = 0;
  private unsealedEvents = 0;
  private lastSeal: Seal | null = null;
  private readonly keys = new Set<string>();
  private readonly recent = new RecentStates(REACH);
  private readonly ordering = new OrderHash();
  /** Purged streams whose purge record has not been seen yet, with their last withheld version. */
  private readonly unrecorded = new Map<string, WithheldEvent>();
  /** Copies of seals not seen on the log yet, by their hash; and all copies by the number of events that they cover. */
  private readonly awaited = new Map<string, Seal>();
  private readonly copies = new Map<number, Seal[]>();

  constructor(private readonly options: WalkOptions) {}

  get order(): string {
    return this.ordering.value;
  }

  /** Call before the first event: checks the copies of seals themselves. */
  begin(): LogFault | null {
    for (const seal of this.options.seals ?? []) {
      const reason = this.whyNotAcceptable(seal);
      if (reason) return this.sealFault(reason, seal, null);
      this.awaited.set(sealHash(seal), seal);
      this.copies.set(seal.events, [...(this.copies.get(seal.events) ?? []), seal]);
    }
    return this.checkCopies();
  }

  /** @param computedHash content hash, if the caller has already computed it from the content */
  take(event: ArchivedEvent, computedHash?: string): LogFault | null {
    const { stream, version } = event;
    const before = this.heads.get(stream) ?? null;
    const due = (before?.version ?? -1n) + 1n;
    if (this.options.isDense === true && event.position !== String(this.events + 1)) {
      return faultOf('position_gap', event);
    }
    if (version !== due) return { ...faultOf('missing_version', event), version: due };
    const content = isWithheld(event) || computedHash !== undefined ? null : contentOf(event);
    if (!isWithheld(event) && (computedHash ?? hashOf(content)) !== event.contentHash) {
      return faultOf('content_changed', event);
    }
    if (!isLinked(event, before?.link ?? genesisLink(stream))) return faultOf('link_changed', event);
    if (!isWithheld(event) && content !== null && isMisnoted(event, content)) {
      return faultOf('size_differs', event);
    }

    const fault = stream === SEAL_STREAM ? this.takeSeal(event) : null;
    if (fault) return fault;
    this.recent.push(stream, before, this.order);
    this.heads.set(stream, { version, link: event.link });
    this.ordering.add(event.link);
    this.events++;
    if (stream !== SEAL_STREAM) this.unsealedEvents++;
    this.lastPosition = event.position;
    if (isWithheld(event)) {
      this.withheld++;
      this.unrecorded.set(stream, event);
    } else if (stream === PURGE_STREAM) {
      const reason = this.takePurge(event);
      if (reason) return faultOf(reason, event);
    }
    return this.copies.has(this.events) ? this.checkCopies() : null;
  }

  /** Call after the last event: faults for purge records and seals that are missing. */
  finish(): LogFault | null {
    for (const event of this.unrecorded.values()) return faultOf('withheld_unrecorded', event);
    const [first] = this.awaited.values();
    if (!first) return null;
    const beyond = [...this.awaited.values()].findLast((seal) => seal.events > this.events);
    return this.sealFault(beyond ? 'shorter_than_sealed' : 'seal_missing', beyond ?? first, null);
  }

  /** Checks a seal over all events walked so far that is not on the log but accompanies it (the end of an export). */
  checkFinalSeal(seal: Seal): LogFault | null {
    const reason = this.whyNotAcceptable(seal) ?? this.whyOutOfLine(seal);
    if (reason) return this.sealFault(reason, seal, null);
    if (seal.events !== this.events || !this.isStateOf(seal, this.heads, this.order)) {
      return this.sealFault('seal_differs', seal, null);
    }
    this.accept(seal);
    return null;
  }

  /** Fields of a seal over all events walked so far. */
  state(): Pick<Seal, 'events' | 'streams' | 'root' | 'order' | 'previous' | 'position'> {
    return {
      events: this.events,
      streams: this.heads.size,
      root: headsRoot(this.heads),
      order: this.order,
      previous: this.lastSeal && sealHash(this.lastSeal),
      position: this.lastPosition,
    };
  }

  summary(): LogSummary {
    return {
      events: this.events,
      withheld: this.withheld,
      streams: this.heads.size,
      root: headsRoot(this.heads),
      order: this.order,
      seals: this.sealCount,
      sealedEvents: this.sealedEvents,
      lastSealAt: this.lastSeal?.at ?? null,
      unsealedEvents: this.unsealedEvents,
      keys: [...this.keys],
    };
  }

  private takeSeal(event: ArchivedEvent): LogFault | null {
    const parsed = sealSchema.safeParse(isWithheld(event) || event.type !== SEAL_EVENT ? null : event.data);
    if (!parsed.success) return faultOf('seal_malformed', event);
    const seal = parsed.data;
    const reason = this.whyNotAcceptable(seal) ?? this.whyOutOfLine(seal) ?? this.whyNotThisLog(seal);
    if (reason) return this.sealFault(reason, seal, event);
    this.sealCount++;
    this.awaited.delete(sealHash(seal));
    this.accept(seal);
    return null;
  }

  private accept(seal: Seal): void {
    this.lastSeal = seal;
    this.sealedEvents = seal.events;
    this.unsealedEvents = this.events - seal.events;
    this.keys.add(seal.key);
  }

  private whyNotAcceptable(seal: Seal): FaultReason | null {
    const { storeId, trustedKeys } = this.options;
    if (!isSealGenuine(seal)) return 'seal_forged';
    if (trustedKeys !== null && !trustedKeys.includes(seal.key)) return 'key_not_trusted';
    return storeId !== null && seal.storeId !== storeId ? 'seal_of_other_log' : null;
  }

  private whyOutOfLine(seal: Seal): FaultReason | null {
    const previous = this.lastSeal && sealHash(this.lastSeal);
    return seal.previous !== previous || seal.events < this.sealedEvents ? 'seal_out_of_line' : null;
  }

  private whyNotThisLog(seal: Seal): FaultReason | null {
    if (seal.events > this.events) return 'shorter_than_sealed';
    if (seal.events === this.events) {
      return this.isStateOf(seal, this.heads, this.order) ? null : 'seal_differs';
    }
    // The copy of this seal was checked at its own position: no state has to be restored.
    if (this.awaited.has(sealHash(seal))) return null;
    const then = this.recent.stateBefore(this.events - seal.events, this.heads);
    if (!then) return 'seal_out_of_reach';
    return this.isStateOf(seal, then.heads, then.order) ? null : 'seal_differs';
  }

  private checkCopies(): LogFault | null {
    for (const seal of this.copies.get(this.events) ?? []) {
      if (!this.isStateOf(seal, this.heads, this.order)) return this.sealFault('seal_differs', seal, null);
    }
    return null;
  }

  private isStateOf(seal: Seal, heads: ReadonlyMap<string, Head>, order: string): boolean {
    return seal.order === order && seal.streams === heads.size && seal.root === headsRoot(heads);
  }

  private takePurge(event: RecordedEvent): FaultReason | null {
    const record = event.type === PURGE_EVENT ? purgeRecord.safeParse(event.data).data : undefined;
    const purged = record && this.unrecorded.get(record.stream);
    // An event of the stream may still be readable when the log was read during the purge.
    if (!purged) return null;
    if (purged.version !== BigInt(record.version) || purged.link !== record.link) return 'purge_differs';
    this.unrecorded.delete(record.stream);
    return null;
  }

  private sealFault(reason: FaultReason, seal: Seal, event: ArchivedEvent | null): LogFault {
    const place = event ? faultOf(reason, event) : { reason, stream: null, version: null, position: null };
    return { ...place, sealedAt: seal.at, key: seal.key };
  }
}

export const isWithheld = (event: ArchivedEvent): event is WithheldEvent => 'withheld' in event;

/** Canonical content that the content hash covers; null for content that no author could have written. */
export function contentOf(event: RecordedEvent): string | null {
  try {
    return canonicalContent(event);
  } catch {
    return null;
  }
}

const hashOf = (content: string | null): string | null =>
  content === null ? null : hash('sha256', content, 'hex');

/** No hash covers the size noted by the store, so it is measured again. */
const isMisnoted = ({ notedSize }: KeptEvent, content: string): boolean =>
  notedSize !== undefined && notedSize !== Buffer.byteLength(content);

function isLinked(event: ArchivedEvent, previous: string): boolean {
  let micros: bigint;
  try {
    micros = microsFromIso(event.recordedAt);
  } catch {
    return false;
  }
  return link(previous, event.version, micros, event.contentHash) === event.link;
}

const faultOf = (reason: FaultReason, { stream, version, position }: ArchivedEvent): LogFault => ({
  reason,
  stream,
  version,
  position,
});
