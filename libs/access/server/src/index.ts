export { startAccess, type Access, type AccessOptions } from './access.ts';
export { AccessModule } from './access.module.ts';
export {
  RegisterPeople,
  assertPassword,
  PASSWORD_MIN_LENGTH,
  type OpenAccount,
  type RegisterUser,
} from './people/register-people.ts';
export { grantVault, vaultMigrations } from './vault/create-vault.ts';
