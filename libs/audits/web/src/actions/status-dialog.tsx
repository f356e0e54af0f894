import { statusWord, type ItemStatus } from '@cotejo/audits-contracts';
import { displayName } from '@cotejo/audits-domain';
import { StatusDot } from '@cotejo/ui';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { ItemsDialog, type ItemsDialogProps } from './items-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import styles from './dialogs.module.css';
import { statusChoices, type StatusChoice } from './many-statuses.ts';
import { useLiveView } from './use-live-view.ts';

/** Items named per status that not all can take; the rest is counted. */
const NAMED = 5;

/**
 * Sets a status for one or several items: statuses that all may take can be chosen, others show which items
 * prevent them.
 */
export function StatusDialog(props: ItemsDialogProps) {
  const { t } = useTranslation('audits-web');
  const title = {
    one: (name: string) => t('statuses.title', { name }),
    many: (count: number) => t('statuses.title_many', { count }),
  };
  return (
    <ItemsDialog {...props} title={title}>
      <StatusForm {...props} />
    </ItemsDialog>
  );
}

function StatusForm({ ids, onClose }: ItemsDialogProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, tell, announce } = usePlan();
  const view = useLiveView();
  const choices = useMemo(
    () => statusChoices(view, ids, { actor: session.me, can: session.can }),
    [view, ids, session],
  );
  const [picked, setTo] = useState<ItemStatus | null>(choices.common[0]?.to ?? null);
  // A status that is no longer available, after another user's change, is deselected.
  const to = choices.common.some((choice) => choice.to === picked) ? picked : null;
  const without = ids.length - choices.ids.length;

  const change = () => {
    if (to === null || !tell(session.changeStatuses(choices.ids, to))) return;
    announce(t('statuses.done', { count: choices.ids.length, status: t(`audits-contracts:status.${to}`) }));
    onClose();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change();
      }}
    >
      <Stack gap="sm">
        {without > 0 && (
          <Text size="sm" c="dimmed">
            {t('statuses.without', { count: without })}
          </Text>
        )}
        {choices.common.length > 0 ? (
          <Radio.Group
            label={t('plan.change_status')}
            value={to}
            onChange={(value) => setTo(choices.common.find((choice) => choice.to === value)?.to ?? null)}
          >
            <Stack gap={2} mt={6}>
              {choices.common.map((choice, at) => (
                <Radio
                  key={choice.to}
                  value={choice.to}
                  className={styles.radio}
                  label={
                    <StatusDot
                      tone={ITEM_STATUS_TONE[choice.to]}
                      label={t(`audits-contracts:status.${choice.to}`)}
                    />
                  }
                  {...(at === 0 ? { 'data-autofocus': true } : {})}
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm" role="note">
            {t(choices.partial.length > 0 ? 'statuses.none_in_common' : 'plan.no_next_status')}
          </Text>
        )}
        {choices.partial.length > 0 && (
          <div>
            <p className={styles.label}>{t('statuses.not_for_all')}</p>
            <ul className={styles.reasons}>
              {choices.partial.map((choice) => (
                <Partial key={choice.to} choice={choice} />
              ))}
            </ul>
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={to === null}>
            {t('statuses.submit', { count: choices.ids.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A status that only some items may take, with the items that may not and their present statuses. */
function Partial({ choice }: { readonly choice: StatusChoice }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session } = usePlan();
  const words = useRejectionText();
  const { view } = session;
  return (
    <li>
      <StatusDot tone={ITEM_STATUS_TONE[choice.to]} label={t(`audits-contracts:status.${choice.to}`)} />
      <ul>
        {choice.others.slice(0, NAMED).map((id) => {
          const node = view.get(id);
          if (!node?.status) return null;
          const { code, name } = displayName(view, node);
          const rejection = session.judge({ kind: 'change_status', id, from: node.status, to: choice.to });
          return (
            <li key={id}>
              {code !== null && <span className="code">{code}</span>} {name}:{' '}
              <span className={styles.hint}>
                {rejection
                  ? words(rejection)
                  : t(`audits-contracts:status.${statusWord(node.status, node.type)}`)}
              </span>
            </li>
          );
        })}
        {choice.others.length > NAMED && <li>{t('many.more', { count: choice.others.length - NAMED })}</li>}
      </ul>
    </li>
  );
}
