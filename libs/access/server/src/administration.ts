import type { UserId } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { AccountVault } from './accounts/account-vault.ts';
import { KeepAccount } from './accounts/keep-account.ts';
import { KeepAccounts } from './accounts/keep-accounts.ts';
import { ExternalIdentityVault } from './external/external-identity-vault.ts';
import { AccessHistory } from './history/access-history.ts';
import { AccessNotes } from './history/access-notes.ts';
import { EditPeople } from './people/edit-people.ts';
import { PersonRecords } from './people/person-record.ts';
import { EndSessions } from './people/end-sessions.ts';
import { PersonalDataFiles } from './people/personal-data.ts';
import { RecoverAccess } from './people/recover-access.ts';
import type { RegisterPeople } from './people/register-people.ts';
import { KeepRoles } from './roles/keep-roles.ts';
import type { StartedSignIn } from './sign-in/start-sign-in.ts';
import { KeepSlots } from './slots/keep-slots.ts';
import type { AccessState } from './state/access-state.ts';
import { ChangeAccess } from './state/change-access.ts';

/** Use cases that change access on purpose: users, slots, roles, accounts. */
export interface Administration {
  readonly changes: ChangeAccess;
  readonly people: EditPeople;
  readonly endSessions: EndSessions;
  readonly recover: RecoverAccess;
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
  /** Services of sign-in that administrative actions use too. */
  readonly signIn: Pick<
    StartedSignIn,
    | 'sessions'
    | 'passwords'
    | 'links'
    | 'resets'
    | 'invitations'
    | 'secondFactor'
    | 'signIn'
    | 'external'
    | 'oneself'
    | 'mail'
  >;
  readonly register: RegisterPeople;
  /** See `AccessOptions`. */
  readonly forgetNaming: (user: UserId) => Promise<void>;
  readonly now: () => Date;
}

export function administrationOf(options: AdministrationOptions): Administration {
  const { pool, store, state, register, forgetNaming, now } = options;
  const { sessions, passwords, links, resets, invitations, secondFactor, signIn, external, oneself, mail } =
    options.signIn;
  const notes = new AccessNotes(pool);
  const changes = new ChangeAccess({ store, state, notes, pool, now });
  const records = new PersonRecords(pool);
  const vault = new AccountVault(pool);
  const history = new AccessHistory({ store, state, notes });
  const people = new EditPeople({
    state,
    changes,
    records,
    passwords,
    links,
    resets,
    identities: new ExternalIdentityVault(pool),
    invitations,
    secondFactor,
    signIn,
    oneself,
    methods: ['password', ...external.methods],
  });
  return {
    changes,
    people,
    endSessions: new EndSessions({ state, sessions, notes }),
    recover: new RecoverAccess({ state, changes, passwords, links, secondFactor, signIn }),
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
    accounts: new KeepAccounts({ state, changes, vault, register, people, links, mail }),
    history,
  };
}
