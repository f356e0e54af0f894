import {
  ACCESS_DIRECTORY,
  accessCalls,
  accessErrors,
  accessVocabulary,
  ACCOUNT_STORAGE,
  ASSOCIATES,
  RESERVED_BYTES,
  STORED_BYTES,
  type Principal,
  WORK_YEARS,
} from '@cotejo/access-contracts';
import { controllerOf } from '@cotejo/http/server';
import { port } from '@cotejo/record/port';
import { provide, serverContext } from '@cotejo/record/server';
import type { Access } from './access.ts';
import { ACCESS_WAKE, accessChangesTopic } from './feeds/access-changes-topic.ts';
import { accountHandlers } from './handlers/account.ts';
import { externalCalls, externalHandlers } from './handlers/external-sign-in.ts';
import { oneselfHandlers } from './handlers/oneself.ts';
import { peopleCalls, peopleHandlers, personRecordCalls } from './handlers/people.ts';
import { personRecordHandlers } from './handlers/person-records.ts';
import { productHandlers } from './handlers/product.ts';
import { roleHandlers } from './handlers/roles.ts';
import { shellHandlers } from './handlers/shell.ts';
import { signInCalls, signInHandlers } from './handlers/sign-in.ts';
import { slotHandlers } from './handlers/slots.ts';
import { slotReferences } from './slots/slot-references.ts';
import { grantVault, vaultMigrations } from './vault/create-vault.ts';

/** Services of `startAccess`, which run before any context opens: commands need no more than these. */
export const ACCESS = port<Access>('access');

export const accessContext = serverContext<Principal>('access', {
  vocabulary: accessVocabulary,
  migrations: vaultMigrations,
  grant: grantVault,
  errors: [accessErrors],
  provides: [
    provide(ACCESS_DIRECTORY, ({ the }) => the(ACCESS).state),
    provide(ACCOUNT_STORAGE, ({ the }) => {
      const { storageAllows, admin } = the(ACCESS);
      return { allows: storageAllows, quota: (account) => admin.account.quota(account) };
    }),
  ],
  calls({ the, texts }) {
    const served = { access: the(ACCESS), texts };
    const { oneself, slots, roles, account, product, shell } = accessCalls;
    return [
      controllerOf('SignInController', signInCalls, signInHandlers(served)),
      controllerOf('ExternalSignInController', externalCalls, externalHandlers(served)),
      controllerOf('OneselfController', oneself, oneselfHandlers(served)),
      controllerOf('PeopleController', peopleCalls, peopleHandlers(served)),
      controllerOf('PersonRecordsController', personRecordCalls, personRecordHandlers(served)),
      controllerOf('SlotsController', slots, slotHandlers(served)),
      controllerOf('RolesController', roles, roleHandlers(served)),
      controllerOf('AccountController', account, accountHandlers(served)),
      controllerOf('ProductController', product, productHandlers(served)),
      controllerOf('ShellController', shell, shellHandlers(served)),
    ];
  },
  feeds: ({ the }) => [accessChangesTopic(the(ACCESS).state.recent)],
  wakes: ({ the }) => [(listener) => the(ACCESS).state.recent.onNoted(() => listener(ACCESS_WAKE))],
  references: ({ the }) => slotReferences(the(ACCESS).state),
  jobs: { vault: { cron: '*/10 * * * *', run: ({ the }) => the(ACCESS).tidy() } },
  async start({ the, all, isReadable }) {
    const { admin, userLog, associates, years } = the(ACCESS);
    for (const writer of [admin.changes, userLog]) writer.askBeforeWriting(isReadable);
    associates.learnFrom(the(ASSOCIATES));
    years.learnFrom(the(WORK_YEARS));
    for (const bytes of all(STORED_BYTES)) admin.account.alsoStored(bytes);
    for (const bytes of all(RESERVED_BYTES)) admin.account.alsoReserved(bytes);
  },
});
