import {
  accessEvent,
  accessEvents,
  DEFAULT_TIME_ZONE,
  PREFERENCES_EVENT,
  type AccessChange,
  type AccessChanges,
  type AccessEvent,
  type AccessDirectory,
  type AccountId,
  type Person,
  type Principal,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
import {
  AccessFacts,
  dropSession,
  foldAccess,
  outside,
  principalOfFacts,
  type AccountFacts,
  type Consequence,
  type Moment,
  type SessionFacts,
  type UserFacts,
} from '@cotejo/access-domain';
import type { EventStore, RecordedEvent, Subscription } from '@cotejo/event-store';
import { RecentChanges, type RecordedChange } from '../history/recent-changes.ts';
import type { AccountName, PeopleVault, PersonalData } from '../vault/people-vault.ts';
import { packagesWithNamesakes } from './find-namesakes.ts';
import { Freshness } from './freshness.ts';

export interface AccessLog {
  warn(facts: object, message: string): void;
}

export interface AccessStateOptions {
  readonly store: EventStore;
  readonly people: Pick<PeopleVault, 'people' | 'accounts'>;
  readonly now: () => Date;
  readonly log: AccessLog;
  /** Version of the terms that users of demo accounts accept; null = there are none. */
  readonly termsVersion?: string | null;
  /** See `FreshnessOptions`. */
  readonly mostLag?: number | undefined;
  readonly mostPause?: number | undefined;
}

const MINUTE_MS = 60_000;
/** Slot dates are calendar days in the product's time zone. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE });
/** Events after which an account's name is read again. */
const NAMED: ReadonlySet<AccessEvent['type']> = new Set([
  'AccountOpened',
  'AccountRenamed',
  'PackageChanged',
]);
const accountsIn = ({ data }: AccessEvent): readonly AccountId[] => ('account' in data ? [data.account] : []);

type AboutPerson = Extract<AccessEvent, { type: 'UserRegistered' | 'UserEdited' | 'PersonalEventRecorded' }>;

/** Whether the user's data in the vault may have changed. */
const hasNewData = (event: AccessEvent): event is AboutPerson =>
  event.type === 'UserRegistered' ||
  event.type === 'UserEdited' ||
  (event.type === 'PersonalEventRecorded' && event.data.event === PREFERENCES_EVENT);

/** Milliseconds by which an expiry may be noticed late. */
const EXPIRY_CHECK_MS = 500;

/**
 * Access state of this node: the log folded in memory, with names from the vault. Events of all nodes arrive here, so
 * that an ended session ends everywhere.
 */
export class AccessState implements AccessDirectory, AccessChanges {
  private readonly facts = new AccessFacts();
  /** Recent changes, for the account's administrators. */
  readonly recent = new RecentChanges();
  private readonly names = new Map<UserId, PersonalData>();
  private readonly accountNames = new Map<AccountId, AccountName>();
  private readonly listeners = new Set<(sessionId: string) => void>();
  private readonly changeListeners = new Set<(change: AccessChange) => void>();
  /** Packages with duplicate user names; null after a name changed. */
  private namesakes: ReadonlySet<string> | null = null;
  /** Number of changes per account, its users included. */
  private readonly revisions = new Map<AccountId, number>();
  private subscription: Subscription | null = null;
  private timer: NodeJS.Timeout | null = null;
  private day = { minute: 0, text: '' };
  /** The log contains events that only a newer release can read; later ones are not folded. */
  private isLeftBehind = false;
  private readonly freshness: Freshness;

  constructor(private readonly options: AccessStateOptions) {
    const { mostLag, mostPause } = options;
    this.freshness = new Freshness({
      caughtUp: () => this.settle(),
      ...(mostLag && { mostLag }),
      ...(mostPause && { mostPause }),
    });
  }

  /** Reads the whole access log, then follows it. Resolves once everything committed before is folded. */
  async start(): Promise<void> {
    await this.learnNames();
    this.subscription = await this.options.store.subscribe({
      after: null,
      filter: { streamPrefixes: ['account-', 'user-'] },
      quick: true,
      onEvents: (events) => this.take(events),
      onFault: (error) => this.options.log.warn({ err: error }, 'access state: the log is out of reach'),
    });
    await this.settle();
    this.freshness.start();
    this.timer = setInterval(() => this.dropExpired(), EXPIRY_CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    this.freshness.stop();
    if (this.timer !== null) clearInterval(this.timer);
    await this.subscription?.close();
    this.subscription = null;
  }

  /** Resolves once everything committed before the call is folded. */
  async settle(): Promise<void> {
    if (this.subscription === null) throw new Error('The access state is not started');
    await this.subscription.caughtUp();
  }

  /**
   * Called before admitting a request: refuses with `unavailable` while the state lags more than a second behind the
   * log.
   */
  demandFresh(): Promise<void> {
    return this.freshness.demand();
  }

  /** Called before judging an intent: waits while the state lags more than half a second behind; false = given up. */
  knowsEnoughForIntents(): boolean | Promise<boolean> {
    return this.freshness.forIntent();
  }

  /** Checked before sending anything: true while the state lags, or lagged until a moment ago, too far behind. */
  get isPaused(): boolean {
    return this.freshness.isPaused;
  }

  /** Resolves once no pause is active. */
  untilHeard(): Promise<void> {
    return this.freshness.untilHeard();
  }

  /** Called when a pause begins, and when it ends, after all changes from before its end were announced. */
  onPause(listener: (isPaused: boolean) => void): () => void {
    return this.freshness.onPause(listener);
  }

  /** Called repeatedly while a pause exceeds its limit: clients must be sent to another node. */
  onLost(listener: () => void): () => void {
    return this.freshness.onLost(listener);
  }

  /** True from the end of the first read until stopped, while the whole log can be read. */
  get running(): boolean {
    return this.timer !== null && this.subscription !== null && !this.isLeftBehind;
  }

  person(accountId: AccountId, userId: UserId): Person | null {
    const user = this.facts.users.get(userId);
    return user === undefined || user.accountId !== accountId ? null : this.personOf(user);
  }

  people(accountId: AccountId): readonly Person[] {
    const people: Person[] = [];
    for (const user of this.facts.users.values())
      if (user.accountId === accountId) people.push(this.personOf(user));
    return people;
  }

  principalOf(accountId: AccountId, userId: UserId): Principal | null {
    const user = this.facts.users.get(userId);
    return user === undefined || user.accountId !== accountId ? null : this.principalFor(user, null);
  }

  principalOfSession(sessionId: string): Principal | null {
    const session = this.session(sessionId);
    if (session === null) return null;
    const user = this.facts.users.get(session.userId);
    return user === undefined ? null : this.principalFor(user, session.id);
  }

  /** A live session; null once it ended or expired. */
  session(sessionId: string): SessionFacts | null {
    const session = this.facts.sessions.get(sessionId as SessionId);
    return session === undefined || session.expiresAt <= this.options.now() ? null : session;
  }

  timeZone(accountId: AccountId): string {
    const zone = this.facts.accounts.get(accountId)?.settings.get('time_zone');
    return typeof zone === 'string' ? zone : DEFAULT_TIME_ZONE;
  }

  onSessionEnded(listener: (sessionId: string) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  onAccessChanged(listener: (change: AccessChange) => void): () => void {
    this.changeListeners.add(listener);
    return () => void this.changeListeners.delete(listener);
  }

  /** Clock and terms, as the rules need them. */
  get moment(): Moment {
    const now = this.options.now();
    // Formatting a date is slow and this is called several times per request: once per minute suffices, because days
    // begin at a full minute.
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.day.minute) this.day = { minute, text: DAY.format(now) };
    return { now, today: this.day.text, termsVersion: this.options.termsVersion ?? null };
  }

  /** State for decisions. Modified only by folding. */
  get known(): AccessFacts {
    return this.facts;
  }

  /** Personal data for the user's own profile; null when unknown or erased. */
  personalData(userId: UserId): PersonalData | null {
    return this.names.get(userId) ?? null;
  }

  account(accountId: AccountId): (AccountFacts & { readonly name: AccountName | null }) | null {
    const facts = this.facts.accounts.get(accountId);
    return facts === undefined ? null : { ...facts, name: this.accountNames.get(accountId) ?? null };
  }

  /** Account by name, case-insensitive; null when there is none in the package. */
  accountNamed(name: string, pkg = 'audit'): AccountId | null {
    const wanted = name.trim().toLowerCase();
    for (const account of this.accountNames.values()) {
      if (account.pkg !== pkg || account.name.toLowerCase() !== wanted) continue;
      if (this.facts.accounts.has(account.id)) return account.id;
    }
    return null;
  }

  /** Whether a user name may exist several times in a package, once per account. */
  hasNamesakes(pkg: string): boolean {
    this.namesakes ??= packagesWithNamesakes(
      [...this.names.values()].map(({ username, accountId }) => {
        return { username, pkg: this.accountNames.get(accountId)?.pkg ?? '' };
      }),
    );
    return this.namesakes.has(pkg);
  }

  get hasAccounts(): boolean {
    return this.facts.accounts.size > 0;
  }

  /** All accounts, oldest first. */
  get accounts(): readonly AccountId[] {
    return [...this.facts.accounts.keys()];
  }

  /** Changes with every event of the account or its users; for invalidating caches. */
  revisionOf(accountId: AccountId): number {
    return this.revisions.get(accountId) ?? 0;
  }

  private principalFor(user: UserFacts, session: SessionId | null): Principal | null {
    return principalOfFacts(this.facts, user, session, this.moment);
  }

  private isIn(user: UserFacts): boolean {
    const account = this.facts.accounts.get(user.accountId);
    return account !== undefined && outside(account, user, this.moment) === null;
  }

  private personOf(user: UserFacts): Person {
    const name = this.names.get(user.id);
    return {
      id: user.id,
      accountId: user.accountId,
      username: name?.username ?? '',
      firstName: name?.firstName ?? '',
      lastName: name?.lastName ?? '',
      initials: name?.initials ?? '',
      role: user.role,
      userType: user.userType,
      active: name !== undefined && this.isIn(user),
      position: name?.position ?? null,
    };
  }

  private async take(events: readonly RecordedEvent[]): Promise<void> {
    const parsed = this.parse(events);
    const newPeople = parsed.flatMap(({ event }) => {
      return hasNewData(event) ? [event.data.user] : [];
    });
    const newAccounts = parsed.flatMap(({ event }) => (NAMED.has(event.type) ? accountsIn(event) : []));
    // Names first: a listener of this event may ask for the name at once.
    if (newPeople.length + newAccounts.length > 0) await this.learnNames(newPeople, newAccounts);
    for (const { event, recorded } of parsed) {
      if (event.type === 'UserForgotten') this.names.delete(event.data.user);
      this.announce(foldAccess(this.facts, event, recorded.meta.at));
      const account = this.accountOf(event);
      if (account === null) continue;
      this.revisions.set(account, this.revisionOf(account) + 1);
      this.recent.note(account, { event, recorded });
    }
  }

  private accountOf({ data }: AccessEvent): AccountId | null {
    if ('account' in data) return data.account;
    return this.facts.users.get(data.user)?.accountId ?? null;
  }

  /** Must not skip unknown events: they are delivered again until this node is upgraded. */
  private parse(events: readonly RecordedEvent[]): readonly RecordedChange[] {
    try {
      const parsed = events.map((recorded) => {
        const { type, data } = accessEvents.read(recorded);
        return { event: accessEvent.parse({ type, data }), recorded };
      });
      this.isLeftBehind = false;
      return parsed;
    } catch (error) {
      this.isLeftBehind = true;
      throw error;
    }
  }

  private async learnNames(people?: readonly UserId[], accounts?: readonly AccountId[]): Promise<void> {
    const [persons, names] = await Promise.all([
      this.options.people.people(people),
      this.options.people.accounts(accounts),
    ]);
    this.namesakes = null;
    for (const person of persons) this.names.set(person.id, person);
    for (const name of names) this.accountNames.set(name.id, name);
  }

  private dropExpired(): void {
    const now = this.options.now();
    for (const session of this.facts.sessions.values()) {
      const user = this.facts.users.get(session.userId);
      const isOver = session.expiresAt <= now;
      // Slots and consultants' access expire at the end of a day.
      if (!isOver && (user === undefined || this.isIn(user))) continue;
      for (const ended of dropSession(this.facts, session.id)) this.announceEnd(ended);
    }
  }

  private announce({ ended, changed }: Consequence): void {
    for (const session of ended) this.announceEnd(session);
    if (changed === null) return;
    const sessions = this.sessionsWithin(changed);
    for (const listener of this.changeListeners) {
      try {
        listener({ ...changed, sessions });
      } catch (error) {
        this.options.log.warn({ err: error }, 'access state: a listener of changed rights failed');
      }
    }
  }

  /** Live sessions of the user, or of all users of the account. */
  private sessionsWithin({ account, user }: Pick<AccessChange, 'account' | 'user'>): readonly SessionId[] {
    if (user !== null) return [...(this.facts.sessionsOf.get(user) ?? [])];
    return [...this.facts.sessions.values()]
      .filter(({ userId }) => this.facts.users.get(userId)?.accountId === account)
      .map(({ id }) => id);
  }

  private announceEnd(sessionId: SessionId): void {
    for (const listener of this.listeners) {
      try {
        listener(sessionId);
      } catch (error) {
        this.options.log.warn({ err: error }, 'access state: a listener of ended sessions failed');
      }
    }
  }
}
