import type { SessionData } from '@cotejo/access-contracts';
import type { Passage } from '@cotejo/access-domain';
import { API_BASE, errorEnvelope, pathOf } from '@cotejo/http/contracts';
import type { CallRoute } from '@cotejo/http/server';
import { z } from 'zod';

/** Id that no object has. */
const NOWHERE = '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a0ff';

/** A value that satisfies the schema of a path parameter. */
const madeUp = (shape: unknown): string => (shape instanceof z.ZodEnum ? String(shape.options[0]) : NOWHERE);

/** Input of a call. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Input that refers to no existing object: made-up ids and an empty body. */
function ofNothing({ path, call }: CallRoute): Asked {
  const shape = call.params instanceof z.ZodObject ? call.params.shape : {};
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return { params: Object.fromEntries(names.map((name) => [name, madeUp(shape[name])])), body: {} };
}

/** Sends a call, with made-up input by default; returns `403 code`, or the status alone. */
export async function askRoute(
  address: string,
  route: CallRoute,
  session: Pick<SessionData, 'token'> | null,
  { params = {}, body }: Asked = ofNothing(route),
): Promise<string> {
  const { method, path } = route;
  const base = path.startsWith('/health/') ? '' : API_BASE;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const answer = await fetch(`${address}${base}${pathOf(path, params)}/`, {
    method,
    redirect: 'manual',
    headers: {
      ...(session && { Authorization: `Token ${session.token}` }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const told = await answer.text();
  if (answer.status < 400) return String(answer.status);
  return `${answer.status} ${errorEnvelope.safeParse(JSON.parse(told)).data?.code ?? told}`;
}

/** Whether an answer is the one a cell of the table predicts. `duty`: error code of a pending duty. */
export function isAnswerOf(passage: Passage, answer: string, duty: string): boolean {
  if (passage === 'not_authenticated') return answer === '401 not_authenticated';
  if (passage === 'access_not_authorized') return answer === '403 access_not_authorized';
  if (passage === 'pending') return answer === `403 ${duty}`;
  return /^[234]/.test(answer) && !/^40[13]/.test(answer);
}
