import { changeLogCalls, planHistoryCalls, type ChangeRow } from '@cotejo/audits-contracts';
import { readPlanRows, type PlanThen } from '@cotejo/audits-domain';
import { ApiError, perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import {
  keepPreviousData,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { lastVersionBy } from './last-version-by.ts';

const logOf = (id: string) => ({ params: { model: 'auditoria', id } }) as const;
const plansKey = (audit: string) => ['past-plan', audit] as const;
const planKey = (audit: string, version: number) => [...plansKey(audit), version] as const;

/** Last change in the log up to a version. */
async function readChange(
  api: ApiClient,
  audit: string,
  version: number,
  signal?: AbortSignal,
): Promise<ChangeRow | null> {
  const query = { antes: `${version + 1}`, limite: '1' };
  const asked = { ...logOf(audit), query };
  const [row] = await perform(api, changeLogCalls.history, asked, signal && { signal });
  return row ?? null;
}

/**
 * Past data is immutable: fetched once and cached while navigating; the previous version stays visible while
 * the next loads.
 */
const PAST = { staleTime: Infinity, gcTime: 20_000, placeholderData: keepPreviousData } as const;

type Asked = { readonly version: number } | { readonly at: string };

/** Loads a past plan, as the difference from the nearest cached version. */
async function readPlan(
  { api, queries }: { readonly api: ApiClient; readonly queries: QueryClient },
  audit: string,
  asked: Asked,
  signal?: AbortSignal,
): Promise<PlanThen> {
  const held = queries
    .getQueriesData<PlanThen>({ queryKey: plansKey(audit) })
    .flatMap(([, plan]) => plan ?? []);
  const wanted = 'version' in asked ? asked.version : Infinity;
  const far = (plan: PlanThen): number => Math.abs(plan.version - wanted);
  const [nearest = null] = held.toSorted((a, b) => far(a) - far(b));
  const point = 'version' in asked ? { version: `${asked.version}` } : asked;
  const query = { ...point, ...(nearest && { base: `${nearest.version}` }) };
  const given = { params: { id: audit }, query };
  const answer = await perform(api, planHistoryCalls.planRows, given, signal && { signal });
  return readPlanRows(answer, nearest);
}

const planQuery = (api: ApiClient, queries: QueryClient, audit: string, version: number) => ({
  queryKey: planKey(audit, version),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readPlan({ api, queries }, audit, { version }, signal),
  // Unchanged parts of two plans already share their objects.
  structuralSharing: false,
});

/** Whether the plan at a version is still on its way. */
export const isPlanLoading = (queries: QueryClient, audit: string, version: number): boolean =>
  queries.getQueryState(planKey(audit, version))?.fetchStatus === 'fetching';

/** The plan at a version. */
export function usePastPlan(audit: string, version: number) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useQuery({ ...planQuery(api, queries, audit, version), ...PAST });
}

/** Milliseconds at a version before its neighbour is prefetched. */
const LINGER_MS = 250;

/** Prefetches the next version in the direction of navigation; cancelled when the user turns away. */
export function useFetchAhead(audit: string, version: number | null): void {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  useEffect(() => {
    if (version === null) return undefined;
    const { staleTime, gcTime } = PAST;
    const ahead = planQuery(api, queries, audit, version);
    const timer = setTimeout(() => void queries.prefetchQuery({ ...ahead, staleTime, gcTime }), LINGER_MS);
    return () => {
      clearTimeout(timer);
      // Deferred until the observers of the new version are registered.
      setTimeout(() => {
        const isWanted = queries.getQueryCache().find({ queryKey: ahead.queryKey, exact: true })?.isActive();
        if (isWanted === false) void queries.cancelQueries({ queryKey: ahead.queryKey, exact: true });
      });
    };
  }, [api, queries, audit, version]);
}

/** The change that created a version; null while the log does not include it. */
export function useChangeAt(audit: string, version: number) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['change-at', audit, version],
    queryFn: async ({ signal }) => {
      const row = await readChange(api, audit, version, signal);
      return row?.version === version ? row : null;
    },
    ...PAST,
  });
}

/** Differences between two versions; disabled when there are none to compare. */
export function useDifferences(
  audit: string,
  versions: { readonly from: number; readonly to: number } | null,
) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['plan-changes', audit, versions],
    queryFn:
      versions === null
        ? skipToken
        : ({ signal }) => {
            const query = { from: `${versions.from}`, to: `${versions.to}` };
            return perform(api, planHistoryCalls.changes, { params: { id: audit }, query }, { signal });
          },
    ...PAST,
  });
}

/**
 * Finds the last version at a moment and caches its plan. An imported history has dates before its events
 * were recorded; for those, the times in the change log are used.
 */
export function useVersionAt(audit: string) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (at: string): Promise<number> => {
      try {
        const plan = await readPlan({ api, queries }, audit, { at });
        queries.setQueryData(planKey(audit, plan.version), plan);
        return plan.version;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not_created_yet') throw error;
        const told = await lastVersionBy(at, (version) => readChange(api, audit, version));
        if (told === null) throw error;
        return told;
      }
    },
  });
}

/** Polling interval for newer versions, in milliseconds. */
const HEAD_MS = 3_000;

/** The audit's head version, polled; at least `known`. */
export function useHead(audit: string, known: number): number {
  const { api } = useWorkspace();
  const newest = useQuery({
    queryKey: ['newest-change', audit],
    // Polled, because the feed of the change log is followed only by its panel.
    queryFn: ({ signal }) =>
      perform(api, changeLogCalls.history, { ...logOf(audit), query: { limite: '1' } }, { signal }),
    refetchInterval: HEAD_MS,
    retry: false,
    meta: { shown: true },
    gcTime: 0,
  });
  return Math.max(newest.data?.[0]?.version ?? 0, known);
}
