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
import { lastToldBy } from './last-told-by.ts';

const logOf = (id: string) => ({ params: { model: 'auditoria', id } }) as const;
const plansKey = (audit: string) => ['past-plan', audit] as const;
const planKey = (audit: string, version: number) => [...plansKey(audit), version] as const;

/** The last change of the log up to a version. */
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

/** What was stays as it was: asked once, kept while one travels; the last one stands until the next is there. */
const PAST = { staleTime: Infinity, gcTime: 20_000, placeholderData: keepPreviousData } as const;

type Asked = { readonly version: number } | { readonly at: string };

/** A plan as it was: what differs from the one that is held already and nearest to it is asked for alone. */
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
  // What is the same in two of them is shared already.
  structuralSharing: false,
});

/** The plan at a version. */
export function usePastPlan(audit: string, version: number) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useQuery({ ...planQuery(api, queries, audit, version), ...PAST });
}

/** So long one stays at a version before the next one on the way is fetched ahead. */
const LINGER_MS = 250;

/** Fetches ahead where one is going: whoever steps on sees the next version at once; whoever turns away waits for nothing. */
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
      // Once it is known who looks at it now.
      setTimeout(() => {
        const isWanted = queries.getQueryCache().find({ queryKey: ahead.queryKey, exact: true })?.isActive();
        if (isWanted === false) void queries.cancelQueries({ queryKey: ahead.queryKey, exact: true });
      });
    };
  }, [api, queries, audit, version]);
}

/** Who made a version, what and when; null when the log does not tell of it yet. */
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

/** What differs between two versions; nothing is asked without them. */
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
 * Finds the version that was the last one at a moment, and keeps its plan for whoever goes there. A history
 * that was brought in tells of days before any of it was recorded here: for those, the log's own moments count.
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
        const told = await lastToldBy(at, (version) => readChange(api, audit, version));
        if (told === null) throw error;
        return told;
      }
    },
  });
}

/** How often one looks whether the audit went on meanwhile. */
const HEAD_MS = 3_000;

/** The audit's newest version, which grows while others work; at least `known`. */
export function useHead(audit: string, known: number): number {
  const { api } = useWorkspace();
  const newest = useQuery({
    queryKey: ['newest-change', audit],
    // The change log's own feed is followed by its panel, and by one alone.
    queryFn: ({ signal }) =>
      perform(api, changeLogCalls.history, { ...logOf(audit), query: { limite: '1' } }, { signal }),
    refetchInterval: HEAD_MS,
    retry: false,
    meta: { shown: true },
    gcTime: 0,
  });
  return Math.max(newest.data?.[0]?.version ?? 0, known);
}
