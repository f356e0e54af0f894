import type { ItemId, Rejection } from '@cotejo/audits-contracts';
import type { DropPlace } from '@cotejo/ui';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { intentsToMove } from '../../session/rows/tree-commands.ts';
import { usePlan } from '../plan-context.ts';
import type { ShownRow } from '../toolbar/plan-filter.ts';
import { settled, type StepTo } from '../plan-keys.ts';
import { useRejectionText } from '../tray/rejection-text.ts';

export interface DropRules {
  /** Text of the reason why the rows may not be dropped there; null when they may. */
  refuse(dragged: readonly ShownRow[], place: DropPlace<ShownRow>): string | null;
  /** Text shown at the pointer during the drag. */
  words(dragged: readonly ShownRow[], place: DropPlace<ShownRow> | null): string;
  /** Final position of dropped rows. */
  where(ids: readonly ItemId[], parent: string | null, anchors: DropPlace<ShownRow>['anchors']): StepTo;
}

/** Judges drops by the plan's rules; caches the last result, since drag events repeat for one position. */
export function useDropRules(): DropRules {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const rejection = useRejectionText();
  const judged = useRef<{ key: string; version: object; answer: Rejection | null } | null>(null);
  return useMemo((): DropRules => {
    const where: DropRules['where'] = (ids, parent, anchors) => {
      const to: StepTo = {
        parent: parent as ItemId | null,
        ...(anchors.after === undefined ? {} : { after: anchors.after as ItemId | null }),
        ...(anchors.before === undefined ? {} : { before: anchors.before as ItemId | null }),
      };
      const [first] = ids;
      const node = first === undefined ? undefined : session.view.get(first);
      return node ? settled(session.view, node, to) : to;
    };
    return {
      where,
      refuse: (dragged, { parent, anchors }) => {
        const ids = dragged.map(({ id }) => id);
        const version = session.snapshot;
        const key = `${parent?.id} ${anchors.after} ${anchors.before} ${ids.join()}`;
        if (judged.current?.key !== key || judged.current.version !== version) {
          const { parent: into, ...place } = where(ids, parent?.id ?? null, anchors);
          const answer = session.judgeTogether(intentsToMove(session.view, ids, into, place));
          judged.current = { key, version, answer };
        }
        const { answer } = judged.current;
        return answer && rejection(answer);
      },
      words: (dragged, place) => {
        const name =
          dragged.length === 1 ? (dragged[0]?.title.name ?? '') : t('drag.many', { count: dragged.length });
        if (!place) return name;
        return t(`drag.${place.zone}`, { name, target: place.row.title.name });
      },
    };
  }, [session, rejection, t]);
}
