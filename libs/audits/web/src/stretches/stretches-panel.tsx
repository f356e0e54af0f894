import type { ItemId, KernelIntent, Stretch, StretchKind } from '@cotejo/audits-contracts';
import { stretchesOf, stretchesWith } from '@cotejo/audits-domain';
import { ConfirmDialog, EmptyState, SidePanel, useFormat } from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { CalendarRange, MapPin, Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveView } from '../actions/use-live-view.ts';
import { filterAtom, selectedAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { NO_FILTER } from '../plan/toolbar/plan-filter.ts';
import { treeAtom } from '../session/session-atoms.ts';
import { allottableIn } from './allottable.ts';
import { itemsOfStretches } from './items-of-stretches.ts';
import { StretchCard } from './stretch-card.tsx';
import { StretchForm } from './stretch-form.tsx';
import styles from './stretches.module.css';

interface StretchesPanelProps {
  readonly kind: StretchKind;
  /** Opens at the first one that this item is in; null = none. */
  readonly item: ItemId | null;
  readonly onClose: () => void;
}

type Asked =
  | { readonly what: 'set'; readonly stretch: Stretch | null }
  | { readonly what: 'remove'; readonly stretch: Stretch };

const ICON = { sprint: CalendarRange, visit: MapPin } as const;

/** `items`: items of each stretch. */
function useStretchColumns(items: ReadonlyMap<string, readonly unknown[]>): readonly ListColumn<Stretch>[] {
  const { t } = useTranslation('audits-web');
  return useMemo<readonly ListColumn<Stretch>[]>(
    () => [
      { id: 'nombre', label: t('stretches.name'), kind: 'text', value: ({ name }) => name },
      { id: 'inicio', label: t('stretches.start'), kind: 'day', value: ({ startDate }) => startDate },
      { id: 'fin', label: t('stretches.end'), kind: 'day', value: ({ endDate }) => endDate },
      {
        ...{ id: 'elementos', label: t('stretches.items'), kind: 'number' },
        value: ({ id }) => items.get(id)?.length ?? 0,
      },
    ],
    [items, t],
  );
}

/** Sprints or visits of the audit with their items: create, change, assign the selection, show in the tree. */
export function StretchesPanel({ kind, item, onClose }: StretchesPanelProps) {
  const { t } = useTranslation('audits-web');
  const { session, tell, act, announce } = usePlan();
  const view = useLiveView();
  const rows = useDeferredValue(useAtomValue(treeAtom).rows);
  const selected = useAtomValue(selectedAtom);
  const setFilter = useSetAtom(filterAtom);
  const format = useFormat();
  const items = useMemo(() => itemsOfStretches(rows), [rows]);
  const about = item === null ? undefined : view.get(item);
  const [first] = about ? stretchesWith(view, about, kind) : [];
  const [opened, setOpened] = useState<{ readonly by: ItemId | null; readonly id: string | null }>({
    by: null,
    id: null,
  });
  // Another click on a row opens that row's first one.
  const openId = opened.by === item && opened.id !== null ? opened.id : (first?.id ?? opened.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const stretches: readonly Stretch[] = stretchesOf(view, kind);
  const found = useFoundRows({
    rows: stretches,
    columns: useStretchColumns(items),
    under: kind === 'sprint' ? 'sprints.' : 'visitas.',
  });
  const mayEdit = session.mode === 'edit';
  const chosen = allottableIn(
    view,
    [...selected].flatMap((id) => view.get(id) ?? []),
  );

  const allotSelected = (stretch: Stretch) => {
    const left = chosen.filter(({ stretches: now }) => !now?.includes(stretch.id));
    const intents = left.map(({ id }): KernelIntent => {
      return { kind: 'allot_item', id, stretch: stretch.id, isIn: true };
    });
    if (tell(session.actTogether(intents))) announce(t('stretches.allotted', { count: intents.length }));
  };
  const remove = (stretch: Stretch) => {
    act({ kind: kind === 'sprint' ? 'set_sprint' : 'set_visit', stretch: stretch.id, isRemoved: true });
  };

  return (
    <SidePanel
      opened
      title={t(`stretches.${kind}.title`)}
      onClose={onClose}
      overline={<span className={styles.soft}>{format.number(stretches.length, 0)}</span>}
    >
      {mayEdit && session.can('plan.visits__add') && (
        <Button
          className={styles.add}
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => setAsked({ what: 'set', stretch: null })}
        >
          {t(`stretches.${kind}.add`)}
        </Button>
      )}
      <FindBar found={found} search={t(`stretches.${kind}.search`)} isInside />
      {stretches.length > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {stretches.length === 0 ? (
        <EmptyState
          icon={ICON[kind]}
          title={t(`stretches.${kind}.empty`)}
          text={t(`stretches.${kind}.empty_text`)}
        />
      ) : (
        <ul className={styles.list} aria-label={t(`stretches.${kind}.title`)}>
          {found.rows.map((stretch) => (
            <StretchCard
              key={stretch.id}
              stretch={stretch}
              items={items.get(stretch.id) ?? []}
              isOpen={stretch.id === openId}
              selected={chosen.length}
              mayEdit={
                mayEdit && session.can('plan.visits__edit', { createdBy: stretch.createdBy, assignee: null })
              }
              onToggle={() => setOpened({ by: item, id: stretch.id === openId ? '' : stretch.id })}
              onChange={() => setAsked({ what: 'set', stretch })}
              onRemove={() => setAsked({ what: 'remove', stretch })}
              onAllot={() => allotSelected(stretch)}
              onFilter={() =>
                setFilter({ ...NO_FILTER, [kind === 'sprint' ? 'sprints' : 'visits']: [stretch.id] })
              }
            />
          ))}
        </ul>
      )}
      {asked?.what === 'set' && (
        <StretchForm kind={kind} stretch={asked.stretch} onClose={() => setAsked(null)} />
      )}
      {asked?.what === 'remove' && (
        <ConfirmDialog
          opened
          title={t(`stretches.${kind}.remove`)}
          question={t('stretches.remove_question', { name: asked.stretch.name })}
          right={t('stretches.remove')}
          left={t('create.cancel')}
          onConfirm={() => remove(asked.stretch)}
          onClose={() => setAsked(null)}
        />
      )}
    </SidePanel>
  );
}
