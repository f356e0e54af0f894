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
import { askOrRecall, type FreshOrCached } from './tray/ask-or-recall.ts';

/** Milliseconds between attempts to reach the server while a cached answer is shown. */
const ASK_AGAIN_MS = 5_000;

const people = z.array(userRow);

/** Name under which a browser caches an audit's detail beside its tree. */
export const DETAIL_RECORD = 'detail';

/**
 * Requested once when a page is entered: later changes arrive through the room. Runs offline as well, where the
 * browser's cache answers.
 */
const ONCE = {
  networkMode: 'always',
  staleTime: Infinity,
  refetchOnMount: 'always',
  retry: (count: number, error: Error) =>
    count < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  refetchInterval: (query: { state: { data?: FreshOrCached<unknown> | undefined } }) =>
    query.state.data?.isRemembered === true ? ASK_AGAIN_MS : false,
} as const;

export interface RecordOfPage {
  /** Undefined until loaded or found in the cache; kept when a later request fails. */
  readonly audit: AuditDetail | undefined;
  readonly people: readonly UserRow[];
  /** Reason why there is no detail. */
  readonly error: Error | null;
  readonly isPending: boolean;
  retry(): void;
}

/**
 * Detail of a record that a page needs before it opens the room: from the server, else from this browser's cache.
 * @param id undefined when the address names none; no request is sent
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
  // A plan is readable without names: after the first failed request it no longer waits for them.
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

/** Loads the detail, also when the link names the wrong one of the two models (audit, evaluation). */
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
    // The audits call knows every record, but requires a permission that not every evaluation user has.
    const other = model === 'auditoria' ? 403 : 404;
    if (!(error instanceof ApiError) || error.status !== other) throw error;
    // When the other model is refused too, the first refusal is the one to report.
    return ask(model === 'auditoria' ? 'evaluacion' : 'auditoria').catch(() => Promise.reject(error));
  }
}
