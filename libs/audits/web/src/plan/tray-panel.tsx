import type { TrayEntry } from '@cotejo/rooms/client';
import { notify, SidePanel, useFormat } from '@cotejo/ui';
import { Button, Group } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { trayAtom } from '../session/session-atoms.ts';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';
import { useRejectionText } from './rejection-text.ts';

/** What the person had written or chosen, to be read and copied. */
const valueOf = ({ intent }: TrayEntry): string | null => {
  for (const field of ['name', 'code', 'to']) {
    const value = intent[field];
    if (typeof value === 'string') return value;
  }
  return null;
};

/** Refused changes, each with its reason and the ways on. Nothing that a person did is lost. */
export function TrayPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  const entries = useAtomValue(trayAtom);
  return (
    <SidePanel opened title={t('tray.title')} onClose={onClose}>
      <p className={styles.hint}>{t('tray.hint')}</p>
      <ul className={styles.tray} aria-label={t('tray.title')}>
        {entries.map((entry) => (
          <Refused key={`${entry.session}/${entry.seq}`} entry={entry} />
        ))}
      </ul>
    </SidePanel>
  );
}

function Refused({ entry }: { readonly entry: TrayEntry }) {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, tell } = usePlan();
  const reason = useRejectionText();
  const format = useFormat();
  const value = valueOf(entry);
  const status = `audits-contracts:status.${value}`;
  const spoken =
    value !== null && entry.intent.kind === 'change_status' && i18n.exists(status) ? t(status) : value;
  const copy = () =>
    void navigator.clipboard
      .writeText(spoken ?? entry.label)
      .then(() => notify.success(t('tray.copied')))
      .catch(() => notify.warning(t('tray.not_copied')));
  return (
    <li className={styles.refused}>
      <p className={styles.refusedWhat}>
        {t(`tray.kind.${entry.intent.kind}`)} <b>{entry.label}</b>
      </p>
      {spoken !== null && spoken !== entry.label && <p className={styles.refusedValue}>{spoken}</p>}
      <p className={styles.refusedWhy}>{reason(entry)}</p>
      <p className={styles.hint}>
        <time dateTime={entry.at}>{format.moment(entry.at)}</time>
      </p>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => tell(session.reapply(entry))}>
          {t('tray.reapply')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={copy}>
          {t('tray.copy')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => session.discard(entry)}>
          {t('tray.discard')}
        </Button>
      </Group>
    </li>
  );
}
