/**
 * Business constants of specification 1, section 9 and others. Milliseconds unless noted. Those of toasts, tooltips and
 * flashes are in `platform/ui`, that of the trash with the audits.
 */

/** Milliseconds after logout until session data in memory is dropped. */
export const LOGOUT_RESET_DELAY = 2000;
export const CODE_LENGTH = 6;

export const DEFAULT_TIME_ZONE = 'America/Bogota';
export const DEFAULT_PACKAGE = 'audit';
export const LONGEST_PACKAGE = 60;
export const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;

/** Pixels of the side menu. */
export const MENU_WIDTH = { collapsed: 45, expanded: 200 } as const;
/** Fraction of the quota from which the storage bar shows an error. */
export const STORAGE_ERROR_FROM = 0.9;

export const LOGO = {
  maxBytes: 2 * 1024 * 1024,
  types: ['image/jpeg', 'image/png'],
  extensions: ['.jpg', '.jpeg', '.png'],
} as const;

export const SUPPORT_POPUP = {
  openDelay: 50,
  closeDelay: 300,
  leaveDelay: 70,
  scrollHideReenable: 50,
} as const;

export const QUERY_CACHE = { gcTime: 5 * 60_000, retries: 3, longestRetryDelay: 30_000 } as const;

/** `unsafeInUserId`: characters that the telemetry protocol can't carry in a user id. */
export const TELEMETRY = {
  sessionRenewal: 30 * 60_000,
  sessionExpiry: 24 * 60 * 60_000,
  ajaxCallsPerView: 500,
  unsafeInUserId: /[,;= |]/g,
} as const;

/** Calendar months. */
export const CONSULTANT_MONTHS = 1;

/** The second chat widget is loaded only when the page's flag has this value. */
export const SECOND_CHAT_FLAG = 1;

/** `localStorage` keys. Logging out removes those of `ON_LOGOUT`. */
export const STORAGE_KEYS = {
  token: 'token',
  type: 'type',
  expiresIn: 'expires_in',
  loggedInAt: 'logged_in_at',
  user: 'user',
  publicSettings: 'account_public_settings',
  firstStepsVideo: 'first_steps_video',
  globalSettings: 'global_settings',
  lastPage: 'last_page_visited',
  menuCollapsed: 'menu_collapsed',
  termsAccepted: 'terms_and_conditions',
  /** Package of users who sign in in this browser, if it is not the default. */
  package: 'pkg',
  unsupportedBrowserTold: 'unsupported_browser_told',
  chatOpen: 'chat_open',
  chatRestore: 'chat_restore',
} as const;

/** Specification 1, section 4. `type` and `expires_in` are removed too, because a partial session is invalid. */
export const ON_LOGOUT = [
  STORAGE_KEYS.token,
  STORAGE_KEYS.type,
  STORAGE_KEYS.expiresIn,
  STORAGE_KEYS.user,
  STORAGE_KEYS.loggedInAt,
  STORAGE_KEYS.publicSettings,
  STORAGE_KEYS.firstStepsVideo,
  STORAGE_KEYS.globalSettings,
] as const;

/** Limits of sign-in. Counted per node (`perMinute`) or for all nodes together (the rest). */
export const SIGN_IN_LIMITS = {
  failuresPerMinute: 5,
  failuresPerAddressPerMinute: 60,
  nameChecksPerAddressPerMinute: 300,
  failuresToLock: 10,
  lockMinutes: 15,
  codeAttempts: 5,
  codeMinutes: 10,
  codesPerHour: 6,
  resetMailsPerHour: 3,
  resetLinkMinutes: 60,
  invitationDays: 7,
  recoveryCodes: 10,
  sessionHours: 12,
  idleHours: 4,
} as const;

/** Events that a page may query and record for its user (`/users/@me/event/`). */
export const TERMS_EVENT = 'terms_and_conditions';
export const FIRST_STEPS_EVENT = 'first_steps_video';
/** The explanation of the plan's tree was read. */
export const PLAN_HINT_EVENT = 'plan_hint';
/** Recorded by the server when a user's language or time zone changed, so that every node reloads them. */
export const PREFERENCES_EVENT = 'preferences_changed';

/** Product administration (specification 1, section 2). */
export const ABADMIN_PATH = '/abadmin/';

/** Pages that download a file, each in a tab of its own. */
export const DOWNLOAD_PATHS = {
  own_data: '/descarga/mis-datos/',
  person_data: '/descarga/persona/:id/',
} as const;

/**
 * Reasons for returning from an external sign-in without a session: `/login/#error=<code>`. The last three are revealed
 * only to users confirmed by the directory.
 */
export const EXTERNAL_FAULTS = [
  'external_sign_in_failed',
  'method_not_offered',
  'too_many_requests',
  'unavailable',
  'account_suspended',
  'unauthorized_ip',
  'account_required',
] as const;
export type ExternalFault = (typeof EXTERNAL_FAULTS)[number];
