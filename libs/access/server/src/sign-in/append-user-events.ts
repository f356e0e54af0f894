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

/** Whom events are about, and who caused them: a user id or `system:<what>`. */
export interface About {
  readonly account: AccountId;
  readonly user: UserId;
  readonly actor?: string;
}

/** Every release reads these: nobody is kept out, or in, while nodes are being replaced. */
const SINCE_EVER: ReadonlySet<AccessEvent['type']> = new Set(['SignedIn', 'SignedOut']);

/** Writes what happened to a person's own access; nothing else decides on it, so the version is nobody's concern. */
export class UserLog {
  private isReadable: IsReadable = () => true;

  constructor(private readonly options: UserLogOptions) {}

  /** From then on nothing is written that a living node could not read. */
  askBeforeWriting(isReadable: IsReadable): void {
    this.isReadable = isReadable;
  }

  /** Whether every node could read an event of this type. */
  mayWrite(type: AccessEvent['type']): boolean {
    return SINCE_EVER.has(type) || this.isReadable(type, accessEvents.newest(type));
  }

  /** All of them or none; refuses with `unavailable`. Resolves once this node knows them. */
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

  /** A session is ended also while a node of the release before lives, which reads that without its reason. */
  private readableToAll(event: NewEvent): NewEvent {
    const { type, schemaVersion } = event;
    if (type !== 'SignedOut' || this.isReadable(type, schemaVersion)) return event;
    const { because: _, ...data } = event.data;
    return { ...event, schemaVersion: 1, data };
  }
}

/** Reason of what people do to their own access. */
export const ON_REQUEST = { code: 'requested', note: null } as const;
