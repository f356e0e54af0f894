import { z } from 'zod';

/** PostgreSQL NOTIFY channel on which nodes exchange presence. */
export const PRESENCE_CHANNEL = 'room_presence';

/** A user's position in a room, by id only: names are not sent between nodes. */
export interface Present {
  readonly user: string;
  readonly item: string | null;
  readonly field: string | null;
}

export interface PresenceRollOptions {
  /** Name of this node. */
  readonly node: string;
  /** Sends messages to all nodes in this order; whether this node receives them too does not matter. */
  readonly send: (messages: readonly string[]) => Promise<unknown>;
  readonly now?: () => number;
}

/** Milliseconds during which changes are gathered before they are sent to other nodes. */
const GATHER_MS = 1_000;
/** Milliseconds between a node's full announcements, and of silence after which a node counts as dead. */
const BEAT_MS = 15_000;
const SILENT_MS = 3 * BEAT_MS;
/** Users per message: a notification holds 8,000 bytes. */
const PEOPLE = 30;

const whereabouts = z.tuple([
  z.string().max(64),
  z.string().max(64).nullable(),
  z.string().max(64).nullable(),
]);
const message = z.union([
  /** Users of a place (`p`) on a node (`n`); `f` marks the first message of a list, which replaces the old one. */
  z.object({ n: z.string(), p: z.string(), f: z.boolean(), w: z.array(whereabouts) }),
  /** A node started and needs all presence, or stopped and its users are gone. */
  z.object({ n: z.string(), is: z.enum(['new', 'gone']) }),
]);

interface Elsewhere {
  heardAt: number;
  readonly places: Map<string, readonly Present[]>;
}

/**
 * Presence in all rooms of all nodes. Entries of other nodes expire after a few heartbeats. It is informational, lost
 * with the process, and no decision depends on it.
 */
export class PresenceRoll {
  private readonly here = new Map<string, readonly Present[]>();
  private readonly elsewhere = new Map<string, Elsewhere>();
  private readonly untold = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;
  private gathering: NodeJS.Timeout | null = null;
  private beating: NodeJS.Timeout | null = null;
  private sending: Promise<unknown> = Promise.resolve();
  private cursor = 0;

  constructor(private readonly options: PresenceRollOptions) {
    this.now = options.now ?? Date.now;
    this.cursor = this.now();
  }

  /** Rises with every change, also over a restart and between nodes, as far as their clocks agree. */
  get version(): number {
    return this.cursor;
  }

  start(): void {
    this.beating = setInterval(() => this.beat(), BEAT_MS);
    this.beating.unref();
    this.say([{ n: this.options.node, is: 'new' }]);
  }

  /** Announces that this node's users are gone. */
  async stop(): Promise<void> {
    for (const timer of [this.gathering, this.beating]) if (timer) clearTimeout(timer);
    this.gathering = this.beating = null;
    this.say([{ n: this.options.node, is: 'gone' }]);
    await this.sending;
  }

  /** Sets the users in a place of this node. */
  set(place: string, people: readonly Present[]): void {
    const known = this.here.get(place);
    if (people.length === 0 ? known === undefined : known !== undefined && areSame(known, people)) return;
    if (people.length === 0) this.here.delete(place);
    else this.here.set(place, people);
    this.untold.add(place);
    this.gathering ??= setTimeout(() => {
      this.gathering = null;
      this.tell(this.untold);
    }, GATHER_MS).unref();
    this.changed();
  }

  /** Takes a message from the channel. Null: messages may have been lost, so all nodes are asked for their presence. */
  heard(payload: string | null): void {
    const said = payload === null ? { n: this.options.node, is: 'new' as const } : read(payload);
    if (!said) return;
    if (payload === null) return this.say([said]);
    if (said.n === this.options.node) return;
    if ('is' in said) {
      if (said.is === 'new') this.tell(this.here.keys());
      else if (this.elsewhere.delete(said.n)) this.changed();
      return;
    }
    this.take(said);
  }

  /** All users by place; a user with several pages appears several times. */
  people(): ReadonlyMap<string, readonly Present[]> {
    const all = new Map(this.here);
    for (const { places } of this.elsewhere.values())
      for (const [place, people] of places) all.set(place, [...(all.get(place) ?? []), ...people]);
    return all;
  }

  /** Called after each change, and at every heartbeat, because what a user is allowed to see can change too. */
  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private take({ n, p, f, w }: Extract<z.infer<typeof message>, { p: string }>): void {
    const node = this.elsewhere.get(n) ?? { heardAt: 0, places: new Map<string, readonly Present[]>() };
    this.elsewhere.set(n, node);
    node.heardAt = this.now();
    const people = w.map(([user, item, field]): Present => ({ user, item, field }));
    const before = node.places.get(p);
    const after = f ? people : [...(before ?? []), ...people];
    if (before !== undefined && areSame(before, after)) return;
    if (after.length === 0) node.places.delete(p);
    else node.places.set(p, after);
    this.changed();
  }

  private beat(): void {
    for (const [name, { heardAt }] of this.elsewhere)
      if (this.now() - heardAt > SILENT_MS) this.elsewhere.delete(name);
    this.tell(this.here.keys());
    this.changed();
  }

  private tell(places: Iterable<string>): void {
    const messages = [...places].flatMap((place) =>
      messagesOf(this.options.node, place, this.here.get(place) ?? []),
    );
    this.untold.clear();
    if (messages.length > 0) this.say(messages);
  }

  private say(messages: readonly z.infer<typeof message>[]): void {
    const texts = messages.map((each) => JSON.stringify(each));
    // A failed message is not retried: the next heartbeat announces everything again.
    this.sending = this.sending.then(() => this.options.send(texts)).catch(() => undefined);
  }

  private changed(): void {
    this.cursor = Math.max(this.cursor + 1, this.now());
    for (const listener of [...this.listeners]) listener();
  }
}

function messagesOf(n: string, p: string, people: readonly Present[]): z.infer<typeof message>[] {
  const parts = [people.slice(0, PEOPLE)];
  for (let at = PEOPLE; at < people.length; at += PEOPLE) parts.push(people.slice(at, at + PEOPLE));
  return parts.map((part, index) => ({
    ...{ n, p, f: index === 0 },
    w: part.map(({ user, item, field }): z.infer<typeof whereabouts> => [user, item, field]),
  }));
}

function read(payload: string): z.infer<typeof message> | null {
  try {
    return message.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

const areSame = (a: readonly Present[], b: readonly Present[]): boolean =>
  a.length === b.length &&
  a.every(({ user, item, field }, at) => {
    const other = b[at];
    return user === other?.user && item === other.item && field === other.field;
  });
