import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { decidePerson, decideSlot, type SlotFacts } from '@cotejo/access-domain';
import type { Pool } from 'pg';
import type { AccessHistory } from '../history/access-history.ts';
import type { AccessNotes } from '../history/access-notes.ts';
import { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import { authorOf, type ChangeAccess, type Reason } from '../state/change-access.ts';
import type { PersonRecords } from './person-record.ts';

export interface PersonalDataOptions {
  readonly pool: Pool;
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly records: PersonRecords;
  readonly notes: AccessNotes;
  readonly history: AccessHistory;
  /** See `AccessOptions`. */
  readonly forgetNaming: (user: UserId) => Promise<void>;
}

/** Queries for the parts of an export; hashes and secrets are not exported. */
const PARTS = {
  person: `select username, first_name, last_name, email, initials, position, area, code, language, time_zone
             from vault.person where account_id = $1 and id = $2`,
  password: 'select changed_at from vault.credential where account_id = $1 and user_id = $2',
  sessions: `select created_at, last_seen_at, expires_at, ip, seen_ip, user_agent, method
               from vault.session where account_id = $1 and user_id = $2 order by created_at`,
  second_factor: 'select confirmed_at from vault.totp where account_id = $1 and user_id = $2',
  recovery_codes: 'select used_at from vault.recovery_code where account_id = $1 and user_id = $2',
  external_identities:
    'select issuer, subject from vault.external_identity where account_id = $1 and user_id = $2',
  mails: `select created_at, sent_at, to_address, kind, subject, shown as text, state
            from vault.mail where account_id = $1 and user_id = $2 order by created_at`,
  error_reports: `select at, error, url, env from vault.error_report
                   where account_id = $1 and user_id = $2 order by at`,
} as const;

/** Export and erasure of personal data (Ley 1581). */
export class PersonalDataFiles {
  constructor(private readonly options: PersonalDataOptions) {}

  /** All data of a user with their access history. Recorded as an event. */
  async give(principal: Principal, id: string): Promise<object> {
    const { changes, state } = this.options;
    const { accountId } = principal;
    const user = await changes.within(
      accountId,
      authorOf(principal),
      { code: 'requested' },
      async (change) => {
        await state.settle();
        const { id: found } = new AccountScope(state, accountId).person(id);
        await change.ofPerson(found, (facts, account, by) =>
          decidePerson(facts, account, found, { kind: 'export' }, by),
        );
        return found;
      },
    );
    return this.read(accountId, user);
  }

  /** The export without the event, for the user's own request. */
  async read(account: AccountId, user: UserId): Promise<object> {
    const { pool, state, history } = this.options;
    const parts = await Promise.all(
      Object.entries(PARTS).map(async ([name, query]): Promise<[string, unknown]> => {
        const { rows } = await pool.query<object>(query, [account, user]);
        return [name, rows];
      }),
    );
    const facts = state.known.users.get(user);
    return {
      id: user,
      account: state.account(account)?.name?.name ?? null,
      role: facts?.role ?? null,
      user_type: facts?.userType ?? null,
      auth_method: facts?.method ?? null,
      ...Object.fromEntries(parts),
      history: await history.ofPerson(account, user),
    };
  }

  /**
   * Erases a user's data in the vault; their actions stay in the log under their id, and their slots become free.
   * Irreversible; safe to repeat after an interruption. Only the reason's code is kept: free text about an erased user
   * would be personal data again.
   */
  async forget(principal: Principal, id: string, { code }: Reason): Promise<void> {
    const { changes, state, records, notes, history, forgetNaming } = this.options;
    const { accountId } = principal;
    await changes.within(accountId, authorOf(principal), { code }, async (change) => {
      await state.settle();
      const scope = new AccountScope(state, accountId);
      const { id: user } = scope.person(id);
      await change.judge((facts, account, by) => decidePerson(facts, account, user, { kind: 'forget' }, by));
      const slots: readonly SlotFacts[] = [...scope.account.slots.values()];
      for (const { id: slot } of slots.filter((one) => one.user === user)) {
        await change.ofAccount((facts, account, by) =>
          decideSlot(facts, account, { kind: 'release', slot }, by),
        );
      }
      await forgetNaming(user);
      await notes.forget(accountId, await history.notesAbout(accountId, user));
      await change.ofPerson(
        user,
        (facts, account, by) => decidePerson(facts, account, user, { kind: 'forget' }, by),
        () => records.remove(accountId, user),
      );
    });
  }
}
