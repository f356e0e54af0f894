import type { ItemId } from '@cotejo/audits-contracts';
import { placeLock } from '@cotejo/audits-domain';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlacePicker } from '../actions/place-picker.tsx';
import { placesOf } from '../actions/places.ts';
import { useLiveView } from '../actions/use-live-view.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { typeOfCopy } from './copied-types.ts';

interface CopyHereProps {
  readonly ids: readonly ItemId[];
  readonly onClose: () => void;
}

/** Form for copying within the open audit: executed locally and undoable. */
export function CopyHere({ ids, onClose }: CopyHereProps) {
  const { t } = useTranslation('audits-web');
  const { session, tell, reveal, selection } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const places = useMemo(() => placesOf(view), [view]);
  const [parent, setParent] = useState<ItemId | null | undefined>(undefined);
  const { refusalOf, hasReferences } = useMemo(() => {
    const kinds = new Map<string, Parameters<typeof placeLock>[2]>();
    for (const id of ids) {
      const node = view.get(id);
      if (!node) continue;
      const type = typeOfCopy(view, node, 'here');
      const original = node.target?.item ?? id;
      if (type === 'reference') kinds.set(original, { type, target: { audit: null, item: original } });
      else kinds.set(type, node.target ? { type, target: node.target } : { type });
    }
    return {
      hasReferences: [...kinds.values()].some(({ type }) => type === 'reference'),
      refusalOf: (place: { readonly parent: ItemId | null }) => {
        for (const kind of kinds.values()) {
          const lock = placeLock(view, place.parent, kind);
          if (lock) return words(lock);
        }
        return null;
      },
    };
  }, [ids, view, words]);

  const copy = () => {
    if (parent === undefined) return;
    const result = session.copyItems(ids, parent);
    if (!tell(result)) return;
    onClose();
    const made = result.ok ? result.created : [];
    const [first] = made;
    if (!first) return;
    requestAnimationFrame(() => {
      reveal(first);
      selection.set(made);
    });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        copy();
      }}
    >
      <Stack gap="sm">
        <PlacePicker
          label={t('copy.place')}
          places={places}
          refusalOf={refusalOf}
          value={parent}
          onChange={(place) => setParent(place.parent)}
          top={t('plan.top')}
          autoFocus
        />
        <Text size="sm" c="dimmed">
          {t(hasReferences ? 'copy.controls_here' : 'copy.stays')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={parent === undefined || ids.length === 0}>
            {t('copy.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
