import type { AuthenticationMethod, UserId } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { AccountVault } from './accounts/account-vault.ts';
import { KeepAccount } from './accounts/keep-account.ts';
import { KeepAccounts } from './accounts/keep-accounts.ts';
import { AccessHistory } from './history/access-history.ts';
import { AccessNotes } from './history/access-notes.ts';
import { EditPeople } from './people/edit-people.ts';
import { PersonRecords } from './people/person-record.ts';
import { PersonalDataFiles } from './people/personal-data.ts';
import type { RegisterPeople } from './people/register-people.ts';
import { KeepRoles } from './roles/keep-roles.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { KeepSlots } from './slots/keep-slots.ts';
import type { AccessState } from './state/access-state.ts';
import { ChangeAccess } from './state/change-access.ts';

/** Whatever changes access on purpose: people, slots, roles, accounts. */
export interface Administration {
  readonly changes: ChangeAccess;
  readonly people: EditPeople;
  readonly personalData: PersonalDataFiles;
  readonly slots: KeepSlots;
  readonly roles: KeepRoles;
  readonly account: KeepAccount;
  readonly accounts: KeepAccounts;
  readonly history: AccessHistory;
}

export interface AdministrationOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly state: AccessState;
  readonly passwords: Passwords;
  readonly register: RegisterPeople;
  /** How people may prove who they are in this installation. */
  readonly methods: readonly AuthenticationMethod[];
  /** See `AccessOptions`. */
  readonly forgetNaming: (user: UserId) => Promise<void>;
  readonly now: () => Date;
}

export function administrationOf(options: AdministrationOptions): Administration {
  const { pool, store, state, passwords, register, methods, forgetNaming, now } = options;
  const notes = new AccessNotes(pool);
  const changes = new ChangeAccess({ store, state, notes, pool, now });
  const records = new PersonRecords(pool);
  const vault = new AccountVault(pool);
  const history = new AccessHistory({ store, state, notes });
  const people = new EditPeople({ state, changes, records, passwords, methods });
  return {
    changes,
    people,
    personalData: new PersonalDataFiles({
      pool,
      state,
      changes,
      records,
      notes,
      history,
      forgetNaming,
    }),
    slots: new KeepSlots({ state, changes, people, records }),
    roles: new KeepRoles({ state, changes }),
    account: new KeepAccount({ state, changes, vault }),
    accounts: new KeepAccounts({ state, changes, vault, register, people }),
    history,
  };
}
