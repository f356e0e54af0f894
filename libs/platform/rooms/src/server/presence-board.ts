import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { messageType, presence, type Presence } from '../protocol.ts';
import type { Present } from './presence-roll.ts';
import type { RoomUser } from './room-host.ts';

/** Maximum bytes of one presence state from a client. */
const MAX_STATE_BYTES = 1_024;
/** Maximum entries for the client's own id in one message; honest clients send one. */
const MOST_OWN_STATES = 10;

interface Entry<C> {
  readonly owner: C;
  readonly user: RoomUser;
  /** Replaces the client's own clock: strictly rising, even when a client reconnects or changes node. */
  clock: number;
  state: string;
  /** The state without its JSON, for listeners outside the room. */
  readonly present: Present;
}

/** Presence changes as messages: one for all clients that did not move, and one for each that did. Null = no change. */
export interface PresenceChanges<C> {
  readonly movers: ReadonlySet<C>;
  readonly forAll: Uint8Array | null;
  forMover(mover: C): Uint8Array | null;
}

/**
 * Presence in one room: y-protocols' awareness, with the server not trusting clients. A connection has one awareness
 * id: the one it claims, or else the first it uses that no other user holds. Entries for other ids (honest clients echo
 * what they receive) are ignored, and the user is always the connection's. A connection never receives its own state:
 * an echo would overwrite what it has changed since.
 */
export class PresenceBoard<C extends object> {
  private readonly entries = new Map<number, Entry<C>>();
  private readonly idOf = new Map<C, number>();
  /** Ids stay reserved for their user after the connection closed, so that a late echo is not attributed to another. */
  private readonly reserved = new Map<number, string>();
  private readonly gone = new Map<number, { clock: number; owner: C }>();
  private changed = new Set<number>();
  private lastClock = 0;

  constructor(private readonly now: () => number) {}

  /**
   * Applies a client's update of its own presence.
   * @returns whether there is a change to broadcast
   * @throws on malformed bytes, or a presence out of bounds
   */
  update(owner: C, user: RoomUser, update: Uint8Array): boolean {
    const decoder = decoding.createDecoder(update);
    let taken = false;
    let own = 0;
    for (let count = decoding.readVarUint(decoder); count > 0; count--) {
      const id = decoding.readVarUint(decoder);
      decoding.readVarUint(decoder); // its clock: messages of one connection are in order anyway
      const state = decoding.readVarString(decoder);
      if (!this.mayUse(owner, user, id, state)) continue;
      if (++own > MOST_OWN_STATES) throw new RangeError('a presence told too often');
      if (state === 'null') taken = this.remove(owner) || taken;
      else {
        this.put(owner, user, id, readState(state));
        taken = true;
      }
    }
    return taken;
  }

  /** Removes a connection; true when there is a change to broadcast. */
  remove(owner: C): boolean {
    const id = this.idOf.get(owner);
    if (id === undefined || this.entries.get(id)?.owner !== owner) return false;
    this.entries.delete(id);
    this.gone.set(id, { clock: this.tick(), owner });
    this.changed.add(id);
    return true;
  }

  /**
   * Sets the id that a connection claims as its own, also after it dropped its base and started a new document.
   * @returns whether there is a change to broadcast
   */
  claim(owner: C, user: RoomUser, id: number): boolean {
    if (this.idOf.get(owner) === id) return false;
    const removed = this.remove(owner);
    this.idOf.delete(owner);
    if (this.mayTake(user, id)) this.idOf.set(owner, id);
    return removed;
  }

  /** Changes since the last call. */
  takeChanges(): PresenceChanges<C> {
    const changed = [...this.changed];
    this.changed = new Set();
    const gone = new Map(this.gone);
    this.gone.clear();
    const parts = changed.flatMap((id) => {
      const entry = this.entries.get(id) ?? gone.get(id);
      return entry ? [{ owner: entry.owner, bytes: encodeEntry(id, entry) }] : [];
    });
    return {
      movers: new Set(parts.map(({ owner }) => owner)),
      forAll: message(parts.map(({ bytes }) => bytes)),
      forMover: (mover) => message(parts.filter(({ owner }) => owner !== mover).map(({ bytes }) => bytes)),
    };
  }

  /** All states but the reader's; null when there are none. */
  snapshot(reader: C): Uint8Array | null {
    const others = [...this.entries].filter(([, entry]) => entry.owner !== reader);
    return message(others.map(([id, entry]) => encodeEntry(id, entry)));
  }

  /** All users in the room, once per connection. */
  people(): readonly Present[] {
    return [...this.entries.values()].map(({ present }) => present);
  }

  private mayUse(owner: C, user: RoomUser, id: number, state: string): boolean {
    const own = this.idOf.get(owner);
    if (own !== undefined) return own === id;
    return state !== 'null' && this.mayTake(user, id);
  }

  /** The same user may take over an id: a client may reconnect before its old socket is found dead. */
  private mayTake(user: RoomUser, id: number): boolean {
    const holder = this.reserved.get(id);
    return holder === undefined || holder === user.id;
  }

  private put(owner: C, user: RoomUser, id: number, state: Presence): void {
    this.idOf.set(owner, id);
    this.reserved.set(id, user.id);
    this.gone.delete(id);
    const text = JSON.stringify({ ...state, user });
    const present = { user: user.id, item: state.item ?? null, field: state.field ?? null };
    this.entries.set(id, { owner, user, clock: this.tick(), state: text, present });
    this.changed.add(id);
  }

  private tick(): number {
    this.lastClock = Math.max(this.lastClock + 1, this.now());
    return this.lastClock;
  }
}

/** An awareness message without entries: changes nothing, but shows the client that the server is alive. */
export const emptyPresence: Uint8Array = encode([]);

/** A `user` sent by the client is ignored: editors announce one of their own. */
const sentPresence = presence.omit({ user: true });

function readState(state: string): Presence {
  if (state.length > MAX_STATE_BYTES) throw new RangeError('presence too large');
  return sentPresence.parse(JSON.parse(state));
}

function encodeEntry(id: number, entry: { clock: number; state?: string }): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, id);
  encoding.writeVarUint(encoder, entry.clock);
  encoding.writeVarString(encoder, entry.state ?? 'null');
  return encoding.toUint8Array(encoder);
}

function message(entries: readonly Uint8Array[]): Uint8Array | null {
  return entries.length === 0 ? null : encode(entries);
}

function encode(entries: readonly Uint8Array[]): Uint8Array {
  const body = encoding.createEncoder();
  encoding.writeVarUint(body, entries.length);
  for (const entry of entries) encoding.writeUint8Array(body, entry);
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.awareness);
  encoding.writeVarUint8Array(encoder, encoding.toUint8Array(body));
  return encoding.toUint8Array(encoder);
}
