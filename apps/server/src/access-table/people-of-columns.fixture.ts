import {
  accessCalls,
  TERMS_EVENT,
  type Role,
  type SessionData,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { AskedCalls } from '../whole-server/asked-calls.fixture.ts';
import { DEMO_PASSWORD } from '../demo/demo-people.ts';
import { DEMO_ACCOUNT_ID } from '../demo/seed-demo-account.ts';
import type { StartedServer } from '../started-server.fixture.ts';
import { ANONYMOUS_COLUMN, PENDING_COLUMN, PRODUCT_COLUMN } from './columns.fixture.ts';

/** Usernames of the demo account; the users of other columns are registered. */
const DEMO: Readonly<Record<string, string>> = {
  PM: 'claudia.restrepo',
  SR: 'andres.murcia',
  JR: 'laura.pineda',
  OWNER: 'marta.suarez',
  GUEST: 'hernan.duque',
};
const PENDING = 'pendiente.nuevo';

interface Made {
  readonly username: string;
  readonly role: Role;
  readonly userType: UserType;
  readonly groups?: readonly number[];
}
const ADMIN: Made = { username: 'administra.sola', role: 'admin', userType: 'administrator' };
const PRODUCT: Made = { username: 'producto.solo', role: 'auditor', userType: 'auditor', groups: [3] };
const NEWCOMER: Made = { username: PENDING, role: 'admin', userType: 'administrator' };

/** A signed-in session for each column of the table, in the demo account of a started server. */
export class PeopleOfColumns {
  private constructor(
    private readonly started: StartedServer,
    private readonly sessions: Map<string, SessionData | null>,
    private readonly newcomer: UserId,
  ) {}

  static async signIn(started: StartedServer): Promise<PeopleOfColumns> {
    const [, , newcomer] = await Promise.all([ADMIN, PRODUCT, NEWCOMER].map((one) => register(started, one)));
    if (newcomer === undefined) throw new Error('nobody was made');
    await started.server.foundation.access.state.settle();
    const ask = new AskedCalls(started);
    const signedIn = async (title: string, username: string): Promise<[string, SessionData]> => {
      const session = await started.signIn(username);
      if (username !== PENDING)
        await ask.answer(session, accessCalls.oneself.recordEvent, { body: { event: TERMS_EVENT } });
      return [title, session];
    };
    const made = { ADMIN: ADMIN.username, [PRODUCT_COLUMN]: PRODUCT.username, [PENDING_COLUMN]: PENDING };
    const all = await Promise.all(
      Object.entries({ ...DEMO, ...made }).map(([title, username]) => signedIn(title, username)),
    );
    return new PeopleOfColumns(started, new Map([[ANONYMOUS_COLUMN, null], ...all]), newcomer);
  }

  /** Session of a column; null for the anonymous column. */
  session(title: string): SessionData | null {
    const session = this.sessions.get(title);
    if (session === undefined) throw new Error(`nobody is signed in for the column ${title}`);
    return session;
  }

  /** Session of the pending user, who has a one-time password to replace. */
  async mustResetPassword(): Promise<SessionData> {
    const given = { params: { id: this.newcomer }, body: { generate_password: true } };
    const administrator = await this.administrator();
    const edited = await new AskedCalls(this.started).answer(
      administrator,
      accessCalls.people.editUser,
      given,
    );
    return this.started.signIn(PENDING, edited.generated_password);
  }

  /** Session of an administrator whose account now requires a second factor. */
  async mustHaveSecondFactor(): Promise<SessionData> {
    const administrator = await this.administrator();
    const body = { required: true };
    await new AskedCalls(this.started).answer(administrator, accessCalls.account.requireSecondFactor, {
      body,
    });
    return this.administrator();
  }

  private administrator(): Promise<SessionData> {
    return this.started.signIn(ADMIN.username);
  }
}

function register({ server }: StartedServer, { username, groups = [], ...who }: Made): Promise<UserId> {
  const person = {
    ...who,
    username,
    groups,
    accountId: DEMO_ACCOUNT_ID,
    firstName: 'Persona',
    lastName: username,
    email: `${username}@columna.example`,
    password: DEMO_PASSWORD,
  };
  return server.foundation.access.people.registerUser(person, 'system:test');
}
