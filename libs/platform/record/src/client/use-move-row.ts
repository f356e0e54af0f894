import { notify } from '@cotejo/ui';
import type { MoveRow } from '@cotejo/ui/list';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyRules } from '../rules.ts';
import { fieldsOfAct, statusFieldOf } from '../record.ts';
import { valueOf, type RecordRow } from './record-columns.ts';
import type { RecordActs } from './use-record-acts.ts';

/** Rejects a drag whose outcome the user already sees. */
class NotMoved extends Error {}

/**
 * Handles a row dragged to another value: the field is written; for another status, the act that leads there is
 * performed, or its form is opened if it has fields.
 */
export function useMoveRow(
  rules: AnyRules,
  acts: RecordActs,
  ask: (asked: {
    readonly act: string;
    readonly row: RecordRow;
    readonly given?: Readonly<Record<string, unknown>>;
  }) => void,
): MoveRow<RecordRow> {
  const { t } = useTranslation('record-client');
  return useCallback(
    async (row, column, value, all) => {
      const refuse = (): never => {
        notify.error(t('cannot_move'));
        throw new NotMoved(column);
      };
      const open = acts.openFor(row);
      const field = rules.record.fields[column];
      if (column !== statusFieldOf(rules.record)) {
        if (field?.isWritten === true && open.includes('change')) return acts.setField(row, column, value);
        // An act that takes the field asks for what else it needs, as a reason.
        const taker = open.find((name) => column in fieldsOfAct(rules.record, name));
        if (taker === undefined) return refuse();
        ask({ act: taker, row, given: all });
        throw new NotMoved(column);
      }
      const ways = rules.states[String(valueOf(row, column))] ?? {};
      const act = open.find((name) => ways[name] === value);
      if (act === undefined) return refuse();
      if (Object.keys(fieldsOfAct(rules.record, act)).length === 0) return acts.tryAct(row, act);
      ask({ act, row });
      // The card returns to its place until the form is sent.
      throw new NotMoved(act);
    },
    [rules, acts, ask, t],
  );
}
