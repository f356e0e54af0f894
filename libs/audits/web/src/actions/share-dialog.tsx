import type { ItemId } from '@cotejo/audits-contracts';
import { livingReferences, placeLock, resolved } from '@cotejo/audits-domain';
import { DialogFrame } from '@cotejo/ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { PlacePicker } from './place-picker.tsx';
import { placesOf } from './places.ts';
import { useLiveView } from './use-live-view.ts';

interface ShareDialogProps {
  /** A control, or a reference to one. */
  readonly id: ItemId;
  readonly onClose: () => void;
}

/** Shares a control with another risk, by a reference. */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const { view } = session;
  const node = view.get(id);
  const control = node && resolved(view, node);
  if (!control) return null;
  return (
    <DialogFrame opened onClose={onClose} title={t('share.title', { name: control.name })}>
      <ShareForm control={control} onClose={onClose} />
    </DialogFrame>
  );
}

interface ShareFormProps {
  readonly control: { readonly id: ItemId; readonly name: string };
  readonly onClose: () => void;
}

function ShareForm({ control, onClose }: ShareFormProps) {
  const { t } = useTranslation('audits-web');
  const { act, reveal } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const places = useMemo(() => placesOf(view).filter(({ type }) => type === 'risk'), [view]);
  const [parent, setParent] = useState<ItemId | null | undefined>(undefined);
  const refusalOf = useMemo(() => {
    const reference = { type: 'reference', target: { audit: null, item: control.id } } as const;
    const holders = new Set(
      [control.id, ...livingReferences(view, control.id)].map((id) => view.get(id)?.place[0]),
    );
    return (place: { readonly parent: ItemId | null }) => {
      if (holders.has(place.parent)) return t('share.already');
      const lock = placeLock(view, place.parent, reference);
      return lock && words(lock);
    };
  }, [view, control.id, words, t]);

  const share = () => {
    if (!parent) return;
    const id = crypto.randomUUID() as ItemId;
    const target = { audit: null, item: control.id };
    if (!act({ kind: 'create_item', id, type: 'reference', parent, name: control.name, target })) return;
    onClose();
    requestAnimationFrame(() => reveal(id));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        share();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('share.hint')}
        </Text>
        <PlacePicker
          label={t('share.risk')}
          places={places}
          refusalOf={refusalOf}
          value={parent}
          onChange={(place) => setParent(place.parent)}
          top={t('plan.top')}
          autoFocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={!parent}>
            {t('share.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
