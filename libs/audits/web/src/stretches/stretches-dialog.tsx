import type { KernelIntent, Stretch } from '@cotejo/audits-contracts';
import { stretchesOf, type TreeNode } from '@cotejo/audits-domain';
import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemsDialog, type ItemsDialogProps } from '../actions/items-dialog.tsx';
import { useLiveView } from '../actions/use-live-view.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { allottableIn } from './allottable.ts';
import styles from './stretches.module.css';

/** Puts one or many items, and those inside groups, into sprints and visits, or takes them out. */
export function StretchesDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('stretches.allot_title', { name }),
    many: (count: number) => t('stretches.allot_title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <AllotForm {...props} />
    </ItemsDialog>
  );
}

const isIn = (node: TreeNode, { id }: Stretch): boolean => node.stretches?.includes(id) ?? false;

function AllotForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session, tell, announce } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const sprints = stretchesOf(view, 'sprint');
  const visits = stretchesOf(view, 'visit');
  const { items, refused } = useMemo(() => {
    const [first] = view.stretches.values();
    const all = allottableIn(
      view,
      ids.flatMap((id) => view.get(id) ?? []),
    );
    const judged = all.map((node) => {
      // Judging what is so already checks locks and rights alone.
      const same = first && allot(node, first, isIn(node, first));
      return { node, rejection: same ? session.judge(same) : null };
    });
    return {
      items: judged.filter(({ rejection }) => rejection === null).map(({ node }) => node),
      refused: judged.flatMap(({ rejection }) => rejection ?? []),
    };
  }, [view, ids, session]);
  /** What was chosen here, by stretch; the others stay as they are. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const intents = [...sprints, ...visits].flatMap((stretch) => {
    const wanted = chosen.get(stretch.id);
    if (wanted === undefined) return [];
    return items.filter((node) => isIn(node, stretch) !== wanted).map((node) => allot(node, stretch, wanted));
  });
  const [firstRefused] = refused;

  const choices = (label: string, stretches: readonly Stretch[]) =>
    stretches.length > 0 && (
      <fieldset className={styles.choices}>
        <legend>{label}</legend>
        <Stack gap={6}>
          {stretches.map((stretch) => {
            const count = items.filter((node) => isIn(node, stretch)).length;
            const state = chosen.get(stretch.id);
            return (
              <Checkbox
                key={stretch.id}
                label={stretch.name}
                checked={state ?? (count > 0 && count === items.length)}
                indeterminate={state === undefined && count > 0 && count < items.length}
                onChange={(event) => setChosen(new Map(chosen).set(stretch.id, event.currentTarget.checked))}
              />
            );
          })}
        </Stack>
      </fieldset>
    );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!tell(session.actTogether(intents))) return;
        announce(t('stretches.changed', { count: items.length }));
        onClose();
      }}
    >
      <Stack gap="sm">
        {firstRefused && (
          <Alert role="note">
            {t('many.left_out', { count: refused.length })} {words(firstRefused)}
          </Alert>
        )}
        {choices(t('stretches.sprint.title'), sprints)}
        {choices(t('stretches.visit.title'), visits)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={intents.length === 0}>
            {t('stretches.allot_submit', { count: items.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const allot = ({ id }: TreeNode, stretch: Stretch, wanted: boolean): KernelIntent => ({
  kind: 'allot_item',
  id,
  stretch: stretch.id,
  isIn: wanted,
});
