import { peopleCalls, userRow, type Principal, type UserRow } from '@cotejo/access-contracts';
import {
  auditCalls,
  auditDetail,
  evaluationCalls,
  type AuditDetail,
  type AuditId,
} from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { NO_ROOM } from '@cotejo/rooms/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AUDIT_ROOM } from '../session/open-audit-session.ts';
import { askOrRecall, type Told } from './ask-or-recall.ts';

/** Milliseconds between two attempts to hear from the server what is only remembered. */
const ASK_AGAIN_MS = 5_000;

const people = z.array(userRow);

/** Name under which a browser keeps an audit's detail beside its tree. */
export const DETAIL_RECORD = 'detail';

/**
 * Asked when a page is entered and not again: what changes meanwhile, the room tells. Also offline, where this
 * browser answers.
 */
const ONCE = {
  networkMode: 'always',
  staleTime: Infinity,
  refetchOnMount: 'always',
  retry: (count: number, error: Error) =>
    count < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  refetchInterval: (query: { state: { data?: Told<unknown> | undefined } }) =>
    query.state.data?.isRemembered === true ? ASK_AGAIN_MS : false,
} as const;

export interface RecordOfPage {
  /** Undefined until something is known; what was known stays when asking again fails. */
  readonly audit: AuditDetail | undefined;
  readonly people: readonly UserRow[];
  /** Why nothing is known. */
  readonly error: Error | null;
  readonly isPending: boolean;
  retry(): void;
}

/**
 * What a page must know of a record before it opens its room: from the server, else from this browser.
 * @param id undefined when the address names none: nothing is asked
 */
export function useRecord(
  { userId }: Pick<Principal, 'userId'>,
  id: AuditId | undefined,
  model: 'auditoria' | 'evaluacion',
): RecordOfPage {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const auditKey = ['audit', id];
  const peopleKey = ['people', 'remembered'];
  const audit = useQuery({
    ...ONCE,
    queryKey: auditKey,
    enabled: id !== undefined,
    queryFn: ({ signal }) =>
      askOrRecall<AuditDetail>({
        ask: () => readDetail(api, id ?? '', model, signal),
        user: userId,
        room: `${AUDIT_ROOM}/${id}`,
        name: DETAIL_RECORD,
        schema: auditDetail,
        onLate: (answer) => queries.setQueryData(auditKey, answer),
      }),
  });
  const everybody = useQuery({
    ...ONCE,
    queryKey: peopleKey,
    queryFn: ({ signal }) =>
      askOrRecall<UserRow[]>({
        ask: async () => people.parse(await perform(api, peopleCalls.users, {}, { signal })),
        user: userId,
        room: NO_ROOM,
        name: 'people',
        schema: people,
        onLate: (answer) => queries.setQueryData(peopleKey, answer),
      }),
  });
  // Without names a plan can be read all the same: after the first failure it no longer waits for them.
  const waitsForPeople = everybody.isPending && everybody.failureCount === 0;
  return {
    audit: audit.data?.value,
    people: everybody.data?.value ?? NOBODY,
    error: audit.isLoadingError ? audit.error : null,
    isPending: audit.isPending || waitsForPeople,
    retry: () => void audit.refetch(),
  };
}

const NOBODY: readonly UserRow[] = [];

/** A link need not know whether it leads to an audit or to an evaluation: each has its own address. */
async function readDetail(
  api: ReturnType<typeof useWorkspace>['api'],
  id: string,
  model: 'auditoria' | 'evaluacion',
  signal: AbortSignal,
): Promise<AuditDetail> {
  const calls = { auditoria: auditCalls.detail, evaluacion: evaluationCalls.detail };
  const ask = (as: keyof typeof calls) => perform(api, calls[as], { params: { id } }, { signal });
  try {
    return await ask(model);
  } catch (error) {
    // The call of audits knows every record, and asks for a right that not everybody with evaluations has.
    const other = model === 'auditoria' ? 403 : 404;
    if (!(error instanceof ApiError) || error.status !== other) throw error;
    // When the other one refuses too, what was asked for first says why.
    return ask(model === 'auditoria' ? 'evaluacion' : 'auditoria').catch(() => Promise.reject(error));
  }
}
