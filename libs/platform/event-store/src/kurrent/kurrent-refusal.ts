import { readFile } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { conditionOf, serverRefusal, type ServerCondition, type StartError } from '@cotejo/database';
import { EventStoreError } from '../port.ts';
import { serversOf, type NamedServers } from './connection-url.ts';

/** Milliseconds after which a server that accepts no connection counts as silent. */
const PROBE_MS = 2_000;

/**
 * Start error for an error of the KurrentDB adapter. The official client reports all connection failures alike, so each
 * host is probed once without it. Null for an error that waiting does not mend, and for one of the adapter's Postgres.
 */
export async function kurrentRefusal(thrown: unknown, url: string): Promise<StartError | null> {
  if (!(thrown instanceof EventStoreError)) return null;
  const servers = serversOf(url);
  const refusal = (condition: ServerCondition, cause: unknown): StartError =>
    serverRefusal(condition, { product: 'KurrentDB', host: servers.names, variable: 'KURRENTDB_URL' }, cause);
  if (conditionOf(thrown) === 'server_other_log') return refusal('server_other_log', thrown);
  if (thrown.details.ofKurrent !== true) return null;
  const answered = conditionAnswered(thrown.cause);
  if (answered !== null) return refusal(answered, thrown.cause);
  if (thrown.kind !== 'transient') return null;
  const faults = await Promise.all(servers.hosts.map((host) => probe(host, servers)));
  const fault = faults.includes(null) ? null : faults[0];
  if (fault) return refusal(conditionOf(fault) ?? 'server_lost', fault);
  return refusal(thrown.cause === undefined ? 'server_silent' : 'server_starting', thrown.cause);
}

/** Condition in the server's answer; null where the client only reports that the call failed. */
function conditionAnswered(cause: unknown): ServerCondition | null {
  if (typeof cause !== 'object' || cause === null) return null;
  const type = 'type' in cause ? cause.type : undefined;
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 16) return 'server_credentials';
  if (code === 7 || type === 'access-denied') return 'server_rights';
  const text = 'message' in cause ? String(cause.message) : '';
  if (type === 'not-leader' || /no leader/i.test(text)) return 'server_not_leader';
  return null;
}

/** Opens one connection; resolves with its error, or null when the host accepted it. */
async function probe(
  { host, port }: NamedServers['hosts'][number],
  { tls }: Pick<NamedServers, 'tls'>,
): Promise<Error | null> {
  try {
    const ca = tls?.caFile === undefined ? undefined : await readFile(tls.caFile);
    return await new Promise((resolve) => {
      const socket =
        tls === null
          ? connect({ host, port })
          : connectSecurely({
              ...{ host, port, ca, rejectUnauthorized: tls.verifies, ALPNProtocols: ['h2'] },
              ...(isIP(host) === 0 && { servername: host }),
            });
      const end = (error: Error | null): void => {
        resolve(error);
        socket.destroy();
      };
      socket.setTimeout(PROBE_MS, () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
      socket.once(tls === null ? 'connect' : 'secureConnect', () => end(null));
      socket.on('error', end);
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
