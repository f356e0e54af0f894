import { notify } from '@cotejo/ui';
import type { MoveRow } from '@cotejo/ui/list';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyRules } from '../rules.ts';
import { statusFieldOf } from '../record.ts';
import { valueOf, type RecordRow } from './record-columns.ts';
import { fieldsOf } from './record-form.tsx';
import type { RecordActs } from './use-record-acts.ts';

/** Rejects a wish of a drag that the person was told about. */
class NotMoved extends Error {}

/**
 * A row that was dragged onto another value: its field is written; onto another status, the act that leads there is
 * done, or its form is opened where it asks for more.
 */
export function useMoveRow(
  rules: AnyRules,
  acts: RecordActs,
  ask: (asked: { readonly act: string; readonly row: RecordRow }) => void,
): MoveRow<RecordRow> {
  const { t } = useTranslation('record-client');
  return useCallback(
    async (row, column, value) => {
      const refuse = (): never => {
        notify.error(t('cannot_move'));
        throw new NotMoved(column);
      };
      const open = acts.openFor(row);
      const field = rules.record.fields[column];
      if (column !== statusFieldOf(rules.record)) {
        if (field?.isWritten !== true || !open.includes('change')) return refuse();
        return acts.setField(row, column, value);
      }
      const ways = rules.states[String(valueOf(row, column))] ?? {};
      const act = open.find((name) => ways[name] === value);
      if (act === undefined) return refuse();
      if (Object.keys(fieldsOf(rules.record, act)).length === 0) return acts.tryAct(row, act);
      ask({ act, row });
      // The card goes back until the form was sent.
      throw new NotMoved(act);
    },
    [rules, acts, ask, t],
  );
}
