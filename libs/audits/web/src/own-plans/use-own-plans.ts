import {
  OWN_ACTION_PLANS_TOPIC,
  ownActionPlansRow,
  ownPlanCalls,
  type OwnActionPlanRow,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const ownPlansKey = ['own-action-plans'] as const;

/** The user's own action plans: loaded once, then replaced by each list of the live feed. */
export function useOwnPlans() {
  const { api, live, me } = useWorkspace();
  const queries = useQueryClient();
  const plans = useQuery({
    queryKey: ownPlansKey,
    queryFn: ({ signal }) => perform(api, ownPlanCalls.own, {}, { signal }),
  });

  const loaded = plans.isSuccess;
  useEffect(() => {
    if (!loaded) return;
    return live.follow(OWN_ACTION_PLANS_TOPIC, me.id, -1, {
      onFrame: ({ rows }) => {
        const last = rows.at(-1);
        if (last === undefined) return;
        // A response still in flight is older than this frame.
        void queries.cancelQueries({ queryKey: ownPlansKey });
        queries.setQueryData<OwnActionPlanRow[]>(ownPlansKey, ownActionPlansRow.parse(last).planes);
      },
      onReset: () => void queries.invalidateQueries({ queryKey: ownPlansKey }),
    });
  }, [live, loaded, me.id, queries]);

  return plans;
}
