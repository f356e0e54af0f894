import type { SessionData } from '@cotejo/access-contracts';
import { DEMO_PASSWORD } from '../demo/demo-people.ts';
import type { Foundation } from '../foundation.ts';
import type { StartedServer } from '../started-server.fixture.ts';

const STRANGER = 'olga.otra';

/** Registers a manager of another account, without access to the demo; returns the username. */
export async function registerStranger({ access }: Pick<Foundation, 'access'>): Promise<string> {
  const { people, state } = access;
  const accountId = await people.openAccount({ name: 'Otra S.A.', edition: 'internal' }, 'system:test');
  await people.registerUser(
    {
      accountId,
      username: STRANGER,
      firstName: 'Olga',
      lastName: 'Otra',
      email: 'olga@otra.example',
      role: 'manager',
      userType: 'auditor',
      password: DEMO_PASSWORD,
    },
    'system:test',
  );
  await state.settle();
  return STRANGER;
}

export const signInStranger = async (started: StartedServer): Promise<SessionData> =>
  started.signIn(await registerStranger(started.server.foundation));
