import { loginStepAnswer, type SessionData } from '@cotejo/access-contracts';
import { errorEnvelope, pathOf, type Call } from '@cotejo/http/contracts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';

type Session = Pick<SessionData, 'token'>;

export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
}

/** Sends declared calls to a server with a given session. */
export class AskedCalls {
  constructor(private readonly started: StartedServer) {}

  /** Data of a call's answer, parsed with its declared schema; any other status fails the test. */
  async answer<D extends z.ZodType>(
    session: Session,
    call: Call<z.ZodType, z.ZodType, z.ZodType, D>,
    given: Given = {},
  ): Promise<z.output<D>> {
    const answer = await this.ask(session, call, given);
    expect([call.method, call.path, answer.status, answer.body]).toEqual([
      call.method,
      call.path,
      call.status ?? 200,
      answer.body,
    ]);
    const { data } = z.object({ data: z.unknown() }).parse(answer.body);
    return (call.data ?? z.unknown()).parse(data) as z.output<D>;
  }

  /** Status and error code of a refused call. */
  async refusal(session: Session, call: Call, given: Given = {}): Promise<string> {
    const answer = await this.ask(session, call, given);
    const { status } = answer;
    const body: unknown = answer.body;
    return `${status} ${errorEnvelope.safeParse(body).data?.code ?? JSON.stringify(body)}`;
  }

  /** Result of signing in: the session, or the error code. */
  async signingIn(username: string, password: string, account?: string): Promise<SessionData | string> {
    const asked = { username, password, ...(account !== undefined && { account }) };
    const answer = await this.started.api().post('/api/login/').send(asked).expect(200);
    const [, error, data] = loginStepAnswer.parse(answer.body);
    if (error !== null) return error.code;
    if (data === null || !('token' in data)) throw new Error('a second step was asked for');
    return data;
  }

  private ask({ token }: Session, call: Call, { params, query, body, key }: Given) {
    const path = `/api${pathOf(call.path, params)}`;
    const api = this.started.api();
    const begun = {
      GET: () => api.get(path),
      POST: () => api.post(path),
      PUT: () => api.put(path),
      DELETE: () => api.delete(path),
    }[call.method]();
    const asked = begun.set('Authorization', `Token ${token}`).query(query ?? {});
    if (key !== undefined) asked.set('Idempotency-Key', key);
    return body === undefined ? asked : asked.send(body as object);
  }
}
