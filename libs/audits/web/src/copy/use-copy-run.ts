import { treeActionCalls, type AuditId, type ItemId, type RecordType } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useCallback, useRef, useState } from 'react';

/** Target of a copy. A risk of a financial audit takes only year and project. */
export type CopyInto =
  | {
      readonly audit: AuditId;
      /** Absent = the server chooses a place that fits. */
      readonly parent?: ItemId | null;
    }
  | { readonly year: number; readonly project: AuditId };

export interface CopySource {
  readonly recordType: RecordType;
  readonly ids: readonly ItemId[];
  /** All of the items are risks. */
  readonly areRisks: boolean;
}

export interface CopyRun {
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  /** Number of items copied so far. */
  readonly done: number;
  readonly error: unknown;
  /** Ids of the topmost copies. */
  readonly made: readonly string[];
  start(source: CopySource, into: CopyInto): Promise<void>;
}

/** Record types whose items are copied with their origin, which locks some fields of the copy. */
const COPY_FROM: Readonly<Partial<Record<RecordType, 'library' | 'evaluacion'>>> = {
  risk_library: 'library',
  risk_evaluation: 'evaluacion',
};

/**
 * Copies items into another audit through the server: one call per item, in order, so that progress can be
 * shown. A retry after a failure continues with the failed item.
 */
export function useCopyRun(): CopyRun {
  const { api } = useWorkspace();
  const [run, setRun] = useState<Omit<CopyRun, 'start'>>({ state: 'idle', done: 0, error: null, made: [] });
  // One idempotency key per item and place, so that a retry copies nothing twice.
  const keys = useRef(new Map<string, string>());
  const keyOf = useCallback((what: string): string => {
    const known = keys.current.get(what) ?? crypto.randomUUID();
    keys.current.set(what, known);
    return known;
  }, []);

  const start = useCallback(
    async ({ recordType, ids, areRisks }: CopySource, into: CopyInto) => {
      const made: string[] = [];
      const tell = (state: CopyRun['state'], done: number, error: unknown = null) =>
        setRun({ state, done, error, made: [...made] });
      const copyFrom = COPY_FROM[recordType];
      const keyed = (...what: unknown[]) => ({ idempotencyKey: keyOf(JSON.stringify(what)) });
      let done = 0;
      tell('running', done);
      try {
        if (copyFrom !== undefined && areRisks && 'audit' in into) {
          const params = { recordType: 'riesgo', model: 'auditoria', id: into.audit } as const;
          const body = { riesgo_ids: [...ids], parent: into.parent ?? null, copy_from: copyFrom };
          const key = keyed(params, body);
          made.push(...(await perform(api, treeActionCalls.risks, { params, body }, key)).ids);
          done = ids.length;
        } else {
          for (const id of ids) {
            const params = { model: 'auditoria_treeitem', id } as const;
            const body = bodyOf(into, made.at(-1));
            const key = keyed(params, body);
            const { ids: copies } = await perform(api, treeActionCalls.copy, { params, body }, key);
            if (copies[0] !== undefined) made.push(copies[0]);
            done += 1;
            tell('running', done);
          }
        }
        tell('done', done);
      } catch (error) {
        tell('failed', done, error);
      }
    },
    [api, keyOf],
  );
  return { ...run, start };
}

/** With an explicit place, each copy goes directly below the previous one. */
function bodyOf(into: CopyInto, last: string | undefined): Readonly<Record<string, unknown>> {
  if ('year' in into) return { year: into.year, project_by_year: into.project };
  if (into.parent === undefined) return { destino: into.audit };
  return { destino: into.audit, parent: into.parent, ...(last === undefined ? {} : { after: last }) };
}
