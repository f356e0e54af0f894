export { startAccess, type Access, type AccessOptions } from './access.ts';
export { ACCESS, accessContext } from './manifest.ts';
export type { ShellOptions } from './shell/shell.ts';
export { together, type AccountChange, type Author } from './state/change-access.ts';
export {
  RegisterPeople,
  assertPassword,
  PASSWORD_MIN_LENGTH,
  type OpenAccount,
  type RegisterUser,
} from './people/register-people.ts';
