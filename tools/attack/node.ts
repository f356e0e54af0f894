import type { RunningServer } from '../../apps/server/src/start-server.ts';
import { serveNode } from '../faults/cluster/serve-node.ts';
import { NEIGHBOUR_PASSWORD, NEIGHBOURS, WORD_VARIABLE } from './people/neighbours.ts';

const ACTOR = 'system:attack';

/** Creates the neighbour's account, on the first node only; the others find it in the log. */
async function openNeighbour({ demo, foundation: { access } }: RunningServer): Promise<void> {
  const word = process.env[WORD_VARIABLE];
  if (word === undefined || !demo) return;
  const accountId = await access.people.openAccount({ name: `Casa ${word}`, edition: 'firm' }, ACTOR);
  for (const { username, firstName, role, userType } of NEIGHBOURS)
    await access.people.registerUser(
      {
        accountId,
        username,
        firstName,
        lastName: `De ${word}`,
        email: `${username}@${word}.example`,
        role,
        userType,
        password: NEIGHBOUR_PASSWORD,
      },
      ACTOR,
    );
  await access.state.settle();
}

await serveNode(openNeighbour);
