import { withConnection } from '@cotejo/database';
import { readConfiguration } from '../../../apps/server/src/configuration/configuration.ts';
import { verifyVerb } from '../../../apps/server/src/commands/log/verify.ts';
import { readLog } from '../../faults/checks/read-log.ts';
import { checkParked } from '../../faults/checks/round-checks.ts';
import type { Cluster } from '../../faults/cluster/cluster.ts';
import { LogChecker } from '../../faults/history/log-checker.ts';
import { violation, type Violation } from '../violation.ts';
import { LogReplay, type LogRules } from './log-rules.ts';

export interface CheckedLog {
  readonly violations: readonly Violation[];
  readonly events: number;
}

/**
 * Checks the whole log: its chain, as read by the tool and by `log verify`; its events, by the rules; parked streams.
 */
export async function checkLog(cluster: Cluster, rules: LogRules): Promise<CheckedLog> {
  const { database, dataDir } = cluster;
  const chain = new LogChecker();
  const replay = new LogReplay(rules);
  const violations: Violation[] = [];
  await withConnection(database.ownerUrl, async (client) => {
    for await (const page of readLog(client, null)) {
      const broken = await chain.take(page);
      violations.push(...broken.map(({ name, detail }) => violation('log-broken', `${name}: ${detail}`)));
      replay.take(page);
    }
    const parked = await checkParked(client);
    violations.push(...parked.map(({ detail }) => violation('stream-parked', detail)));
  });
  violations.push(...replay.end());
  const fault = await verifiedByTheProduct(database.appUrl, database.ownerUrl, dataDir);
  if (fault !== null) violations.push(violation('log-broken', fault));
  return { violations, events: chain.count };
}

/** Null if `npm run log -- verify` finds no fault, else its messages. */
async function verifiedByTheProduct(
  appUrl: string,
  ownerUrl: string,
  dataDir: string,
): Promise<string | null> {
  const read = readConfiguration({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.variables.join(', '));
  const complaints: string[] = [];
  const unasked = (): never => {
    throw new Error('log verify asked for more than the log');
  };
  const context = {
    say: () => undefined,
    complain: (line: string) => void complaints.push(line),
    foundation: unasked,
    contexts: unasked,
    mostImportedItems: 100,
    signal: new AbortController().signal,
  };
  const code = await verifyVerb(
    { positionals: [], values: {} },
    { configuration: read.configuration, context },
  );
  return code === 0 ? null : complaints.join(' ');
}
