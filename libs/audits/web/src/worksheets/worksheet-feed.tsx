import { recordTypeOf, treeCalls, type AuditDetail } from '@cotejo/audits-contracts';
import { ApiError, perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { isEvaluation } from '../evaluations/evaluation-path.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useTreeRow } from '../session/audit-session-provider.tsx';
import { onlineAtom, treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import type { Worksheet } from './panel-stack.ts';
import { changeStackAtom } from './stack-atoms.ts';

const isWholeAtom = atom((get) => get(treeAtom).baseVersion >= 0 && get(onlineAtom));

/**
 * Keeps a worksheet's data in sync with the tree. While the tree may be outdated and lacks the item, the
 * server is asked whether the item exists. Renders nothing.
 */
export function WorksheetFeed({ sheet }: { readonly sheet: Worksheet<TreeRow> }) {
  const { audit } = usePlan();
  const { api } = useWorkspace();
  const change = useSetAtom(changeStackAtom);
  const isWhole = useAtomValue(isWholeAtom);
  const { id } = sheet;
  const row = useTreeRow(id);
  const isLoading = sheet.load.state === 'loading';

  useEffect(() => {
    if (row) change({ type: 'load_succeeded', id, data: row });
    else if (isWhole) change({ type: 'load_failed', id, why: 'gone' });
  }, [row, isWhole, id, change]);

  const isAsking = isLoading && row === undefined && !isWhole;
  useEffect(() => {
    if (!isAsking) return;
    const left = new AbortController();
    void isThere(api, audit, id, left.signal).then((answer) => {
      // If the item exists, the tree will receive it.
      if (!left.signal.aborted && answer !== 'there') change({ type: 'load_failed', id, why: answer });
    });
    return () => left.abort();
  }, [isAsking, api, audit, id, change]);

  return null;
}

async function isThere(
  api: ApiClient,
  audit: AuditDetail,
  id: string,
  signal: AbortSignal,
): Promise<'there' | 'gone' | 'unreachable'> {
  const model = isEvaluation(recordTypeOf(audit.record_type)) ? 'evaluacion' : 'auditoria';
  try {
    const params = { model, id: audit.id, itemId: id } as const;
    const found = await perform(api, treeCalls.item, { params }, { signal });
    // For an action plan that does not exist, the server returns its finding.
    return found.id === id ? 'there' : 'gone';
  } catch (error) {
    return error instanceof ApiError && [400, 403, 404, 422].includes(error.status) ? 'gone' : 'unreachable';
  }
}
