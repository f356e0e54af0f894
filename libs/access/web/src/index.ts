export { isSharedAccess } from './session/access-lists.ts';
export { useAccountLogo } from './session/use-account-logo.ts';
export { rememberLastPage, takeLastPage } from './session/last-page.ts';
export { createSession, type Session, type SessionOptions } from './session/session.ts';
export { sessionAtom, type SessionState } from './session/session-atom.ts';
export { SignInProvider, type SignIn } from './session/sign-in.ts';
export { useCan, usePrincipal } from './session/use-can.ts';
export { SessionProvider, useSession, useUser } from './session/use-session.ts';
export { useSavePreferences } from './session/use-save-preferences.ts';
