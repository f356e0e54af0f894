import { dueOfAudit } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { treeAtom } from '../session/session-atoms.ts';
import { planDaysAtom } from './plan-atoms.ts';

const statusAtom = atom((get) => get(treeAtom).auditStatus);

/** Keeps what the filter by lateness compares with. */
export function useKeepPlanDays(endDate: string | null): void {
  const format = useFormat();
  const status = useAtomValue(statusAtom);
  const keep = useSetAtom(planDaysAtom);
  const today = format.isoDay(new Date());
  useLayoutEffect(() => keep({ due: dueOfAudit(status, endDate), today }), [keep, status, endDate, today]);
}
