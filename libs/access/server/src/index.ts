export { startAccess, type Access, type AccessOptions } from './access.ts';
export { AccessModule } from './access.module.ts';
export { ACCESS_WAKE, accessChangesTopic } from './feeds/access-changes-topic.ts';
export type { ShellOptions } from './shell/shell.ts';
export { together, type AccountChange, type Author } from './state/change-access.ts';
export {
  RegisterPeople,
  assertPassword,
  PASSWORD_MIN_LENGTH,
  type OpenAccount,
  type RegisterUser,
} from './people/register-people.ts';
export { slotReferences } from './slots/slot-references.ts';
export { grantVault, vaultMigrations } from './vault/create-vault.ts';
