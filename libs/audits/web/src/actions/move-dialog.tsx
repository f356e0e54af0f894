import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import {
  displayName,
  displayOrder,
  liveSubtree,
  lockOf,
  placeLock,
  type AuditView,
} from '@cotejo/audits-domain';
import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemsDialog, type ItemsDialogProps } from './items-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { PlacePicker } from './place-picker.tsx';
import { placesOf, type Place } from './places.ts';
import { useLiveView } from './use-live-view.ts';

const FIRST = 'first';

/** One representative per kind of item: the places allowed depend on the type only, except for references. */
function kindsOf(view: AuditView, ids: readonly ItemId[]) {
  const kinds = new Map<string, Parameters<typeof placeLock>[2]>();
  for (const id of ids) {
    const node = view.get(id);
    if (node) kinds.set(node.type === 'reference' ? id : node.type, node);
  }
  return [...kinds.values()];
}

/** "Mover a…": moves to any place of the plan, found by its path. */
export function MoveDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('move.title', { name }),
    many: (count: number) => t('move.title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <MoveForm {...props} />
    </ItemsDialog>
  );
}

function MoveForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session, tell, reveal } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const places = useMemo(() => placesOf(view), [view]);
  const movable = useMemo(
    () =>
      ids.filter((id) => {
        const node = view.get(id);
        return node !== undefined && lockOf(view, node, 'move') === null;
      }),
    [view, ids],
  );
  const kept = ids.length - movable.length;
  const [first] = movable;
  const [parent, setParent] = useState<ItemId | null | undefined>(
    () => first && (view.get(first)?.place[0] ?? null),
  );
  const [after, setAfter] = useState<string | null>(null);

  const refusalOf = useMemo(() => refusals(view, movable, words), [view, movable, words]);
  const siblings =
    parent === undefined ? [] : displayOrder(view, parent).filter((sibling) => !movable.includes(sibling));
  const nameOf = useCallback(
    (id: ItemId) => {
      const node = view.get(id);
      const shown = node && displayName(view, node);
      return shown ? [shown.code, shown.name].filter(Boolean).join(' ') : '';
    },
    [view],
  );
  const move = () => {
    if (parent === undefined) return;
    const anchors = after === null ? {} : { after: after === FIRST ? null : (after as ItemId) };
    if (!tell(session.moveItems(movable, parent, anchors))) return;
    onClose();
    if (first) requestAnimationFrame(() => reveal(first));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move();
      }}
    >
      <Stack gap="sm">
        {kept > 0 && <Alert role="note">{t('move.kept', { count: kept })}</Alert>}
        <PlacePicker
          label={t('move.parent')}
          places={places}
          refusalOf={refusalOf}
          value={parent}
          onChange={(place) => {
            setParent(place.parent);
            setAfter(null);
          }}
          top={t('plan.top')}
          autoFocus
        />
        <Select
          label={t('move.position')}
          data={[
            { value: FIRST, label: t('move.first') },
            ...siblings.map((sibling) => ({
              value: sibling as string,
              label: t('move.after', { name: nameOf(sibling) }),
            })),
          ]}
          value={after}
          onChange={setAfter}
          placeholder={t('move.last')}
          clearable
          searchable
          limit={100}
          maxDropdownHeight={220}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={parent === undefined || movable.length === 0}>
            {t('move.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Why a place cannot hold all the items, by the same rules that decide the move. */
function refusals(
  view: AuditView,
  ids: readonly ItemId[],
  words: ReturnType<typeof useRejectionText>,
): (place: Place) => string | null {
  const inside = new Set(ids.flatMap((id) => [...liveSubtree(view, id)].map((node) => node.id)));
  const kinds = kindsOf(view, ids);
  // Cached per type of place, provided that no reference is among the items.
  const byType = new Map<ItemType | null, string | null>();
  const isByType = kinds.every((kind) => kind.type !== 'reference');
  return ({ parent, type }) => {
    if (parent !== null && inside.has(parent)) return words({ code: 'would_create_cycle' });
    const known = isByType ? byType.get(type) : undefined;
    if (known !== undefined) return known;
    const lock = kinds.map((kind) => placeLock(view, parent, kind)).find((each) => each !== null);
    const refusal = lock ? words(lock) : null;
    byType.set(type, refusal);
    return refusal;
  };
}
