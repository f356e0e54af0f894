import {
  accessEvents,
  userStream,
  type AccessEvent,
  type AccountId,
  type UserId,
} from '@cotejo/access-contracts';
import type { EventStore, NewEvent } from '@cotejo/event-store';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { accessEventToAppend } from '../people/access-event-to-append.ts';
import type { AccessState } from '../state/access-state.ts';
import type { IsReadable } from '../state/change-access.ts';

export interface UserLogOptions {
  readonly store: EventStore;
  readonly state: Pick<AccessState, 'settle'>;
  readonly now: () => Date;
}

/** Subject and author of events; the author is a user id or `system:<name>`. */
export interface About {
  readonly account: AccountId;
  readonly user: UserId;
  readonly actor?: string;
}

/** Events that every release can read: users can sign in and out while nodes are being upgraded. */
const SINCE_EVER: ReadonlySet<AccessEvent['type']> = new Set(['SignedIn', 'SignedOut']);

/**
 * Appends events of a user's own access. No other decisions depend on this stream, so no expected version is needed.
 */
export class UserLog {
  private isReadable: IsReadable = () => true;

  constructor(private readonly options: UserLogOptions) {}

  /** From then on, events that some live node can't read are not written. */
  askBeforeWriting(isReadable: IsReadable): void {
    this.isReadable = isReadable;
  }

  /** Whether every node can read an event of this type. */
  mayWrite(type: AccessEvent['type']): boolean {
    return SINCE_EVER.has(type) || this.isReadable(type, accessEvents.newest(type));
  }

  /** Appends all events or none; refuses with `unavailable`. Resolves once this node has folded them. */
  async append({ account, user, actor = user }: About, events: readonly AccessEvent[]): Promise<void> {
    if (events.length === 0) return;
    if (!events.every(({ type }) => this.mayWrite(type))) throw new Refusal(httpErrors, 'unavailable');
    const now = this.options.now();
    await this.options.store.append({
      stream: userStream(user),
      expected: 'exists',
      events: events.map((event) => this.readableToAll(accessEventToAppend(event, { actor, account, now }))),
    });
    await this.options.state.settle();
  }

  /**
   * Writes `SignedOut` without its reason (version 1) while a node of the previous release is live, so that sessions
   * can always be ended.
   */
  private readableToAll(event: NewEvent): NewEvent {
    const { type, schemaVersion } = event;
    if (type !== 'SignedOut' || this.isReadable(type, schemaVersion)) return event;
    const { because: _, ...data } = event.data;
    return { ...event, schemaVersion: 1, data };
  }
}

/** Reason of users' changes to their own access. */
export const ON_REQUEST = { code: 'requested', note: null } as const;
