import type { SessionData } from '@cotejo/access-contracts';
import type { StartedServer } from '../started-server.fixture.ts';

/** A request as sent; `path` without `/api`. */
export interface PlainCall {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

export interface PlainAnswer {
  readonly status: number;
  /** Error code of a refusal; null on success. */
  readonly code: string | null;
  readonly data: unknown;
  /** The whole answer, headers included. */
  readonly text: string;
}

/** Sends a request with or without a session, without parsing it by its declaration; returns the whole answer. */
export async function askPlainly(
  { server }: StartedServer,
  session: Pick<SessionData, 'token'> | null,
  { method, path, query = {}, body, key }: PlainCall,
): Promise<PlainAnswer> {
  const search = new URLSearchParams(query).toString();
  const base = path.startsWith('/health') ? '' : '/api';
  const answer = await fetch(`${server.address}${base}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(session && { Authorization: `Token ${session.token}` }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const words = await answer.text();
  const told = parsed(words);
  const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
  return {
    status: answer.status,
    code: typeof told?.['code'] === 'string' ? told['code'] : null,
    data: told?.['data'],
    text: `${headers}\n${words}`,
  };
}

function parsed(words: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
