import {
  accessEvent,
  accessEvents,
  accountStream,
  userStream,
  type AccessEvent,
  type AccessHistoryRow,
  type AccountId,
  type Because,
  type NoteId,
  type UserId,
} from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { AccessState } from '../state/access-state.ts';
import type { AccessNotes } from './access-notes.ts';
import { MOST_CHANGES, type RecordedChange } from './recent-changes.ts';

/** Maximum events in the answer, newest first. */
const PAGE = MOST_CHANGES;

export interface AccessHistoryOptions {
  readonly store: EventStore;
  readonly state: AccessState;
  readonly notes: AccessNotes;
}

/** History of access, newest first: event, time, author and reason. */
export class AccessHistory {
  constructor(private readonly options: AccessHistoryOptions) {}

  /** History of the account and all its users. */
  async ofAccount(account: AccountId): Promise<readonly AccessHistoryRow[]> {
    await this.options.state.settle();
    return this.rows(account, this.options.state.recent.of(account));
  }

  /** History of a user: own events, and the account's events about the user. */
  async ofPerson(account: AccountId, user: UserId): Promise<readonly AccessHistoryRow[]> {
    return this.rows(account, (await this.about(account, user)).slice(0, PAGE));
  }

  /** Ids of all free-text reasons given for changes of a user. */
  async notesAbout(account: AccountId, user: UserId): Promise<readonly NoteId[]> {
    const told = [
      ...(await this.newest(userStream(user), null)),
      ...(await this.newest(accountStream(account), null)).filter(({ event }) => isAbout(event, user)),
    ];
    return told.flatMap(({ event }) => becauseOf(event)?.note ?? []);
  }

  private async about(account: AccountId, user: UserId): Promise<readonly RecordedChange[]> {
    const own = await this.newest(userStream(user));
    const ofAccount = await this.newest(accountStream(account));
    return [...own, ...ofAccount.filter(({ event }) => isAbout(event, user))].sort((a, b) =>
      b.recorded.recordedAt < a.recorded.recordedAt ? -1 : 1,
    );
  }

  private async newest(stream: string, limit: number | null = PAGE): Promise<readonly RecordedChange[]> {
    const told: RecordedChange[] = [];
    const page = { direction: 'backwards', ...(limit !== null && { limit }) } as const;
    for await (const recorded of this.options.store.read(stream, page)) {
      const { type, data } = accessEvents.read(recorded);
      told.push({ event: accessEvent.parse({ type, data }), recorded });
    }
    return told;
  }

  private async rows(
    account: AccountId,
    told: readonly RecordedChange[],
  ): Promise<readonly AccessHistoryRow[]> {
    const ids = told.flatMap(({ event }) => becauseOf(event)?.note ?? []);
    const notes = await this.options.notes.read(account, ids);
    return told.map(({ event, recorded }) => {
      const because = becauseOf(event);
      const { because: _, ...data } = event.data as Record<string, unknown>;
      return {
        at: recorded.meta.at,
        type: event.type,
        author: this.nameOf(account, recorded.meta.actor),
        author_kind: this.kindOf(account, recorded.meta.actor),
        person: 'user' in event.data ? this.nameOf(account, event.data.user) : null,
        motivo: because?.code ?? null,
        motivo_texto: (because?.note && notes.get(because.note)) || null,
        data,
      };
    });
  }

  private kindOf(account: AccountId, actor: string): NonNullable<AccessHistoryRow['author_kind']> {
    const facts = this.options.state.known.users.get(actor as UserId);
    if (facts === undefined) return 'system';
    return facts.accountId === account ? 'person' : 'product';
  }

  /** Null for the system, erased users, and users of other accounts, whose names must not be revealed. */
  private nameOf(account: AccountId, actor: string): string | null {
    const person = this.options.state.personalData(actor as UserId);
    return person?.accountId === account ? `${person.firstName} ${person.lastName}`.trim() : null;
  }
}

const isAbout = ({ data }: AccessEvent, user: UserId): boolean => 'user' in data && data.user === user;

const becauseOf = ({ data }: AccessEvent): Because | null => ('because' in data ? data.because : null);
