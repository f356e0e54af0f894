import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { canContain, displayOrder, isAncestor, type AuditView } from '@cotejo/audits-domain';
import { useIsPhone } from '@cotejo/ui';
import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from './plan-context.ts';

interface Place {
  readonly value: string;
  readonly label: string;
}

const TOP = 'top';
const FIRST = 'first';

/** Every place that may hold the item, written as its path. */
export function placesFor(view: AuditView, id: ItemId, top: string): Place[] {
  const type = view.get(id)?.type;
  if (!type) return [];
  const places: Place[] = [];
  const add = (parent: ItemId | null, parentType: ItemType | null, path: readonly string[]) => {
    if (canContain(view.recordType, parentType, type))
      places.push({ value: parent ?? TOP, label: path.length === 0 ? top : path.join(' › ') });
    for (const child of displayOrder(view, parent)) {
      const node = view.get(child);
      // Under itself it would make a circle.
      if (node && !isAncestor(view, id, child))
        add(child, node.type, [...path, [node.code, node.name].filter(Boolean).join(' ')]);
    }
  };
  add(null, null, []);
  return places;
}

/** "Mover a…": the keyboard's way to move, and the one on a phone. */
export function MoveDialog({ id, onClose }: { readonly id: ItemId; readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  const phone = useIsPhone();
  const { view } = session;
  const node = view.get(id);
  const places = useMemo(() => placesFor(view, id, t('plan.top')), [view, id, t]);
  const [parent, setParent] = useState<string | null>(node?.place[0] ?? TOP);
  const [after, setAfter] = useState<string | null>(null);

  const target = parent === null || parent === TOP ? null : (parent as ItemId);
  const siblings = parent === null ? [] : displayOrder(view, target).filter((sibling) => sibling !== id);
  const nameOf = (sibling: ItemId): string => {
    const of = view.get(sibling);
    return of ? [of.code, of.name].filter(Boolean).join(' ') : '';
  };

  const move = () => {
    const anchor = after === FIRST ? { after: null } : after === null ? {} : { after: after as ItemId };
    if (parent !== null && act({ kind: 'move_item', id, parent: target, ...anchor })) onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.title', { name: node?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('close') }}
      size="lg"
      fullScreen={phone}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('move.parent')}
            data={places}
            value={parent}
            onChange={(value) => {
              setParent(value);
              setAfter(null);
            }}
            searchable
            allowDeselect={false}
            maxDropdownHeight={260}
            nothingFoundMessage={t('move.nowhere')}
            data-autofocus
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
            maxDropdownHeight={260}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('create.cancel')}
            </Button>
            <Button type="submit" disabled={parent === null}>
              {t('move.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
