export { isSharedAccess } from './session/access-lists.ts';
export { useAccountLogo } from './session/use-account-logo.ts';
export { rememberLastPage, takeLastPage } from './session/last-page.ts';
export {
  createSession,
  sessionAtom,
  type Session,
  type SessionOptions,
  type SessionState,
} from './session/session.ts';
export { SessionProvider, useCan, usePrincipal, useSession, useUser } from './session/use-session.ts';
export { useSavePreferences } from './session/use-save-preferences.ts';
