import { Outbox, ROOM_REVOKED, type TrayEntry } from '@cotejo/rooms/client';
import { notify } from '@cotejo/ui';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AUDIT_ROOM } from '../../session/open-audit-session.ts';
import { trayValue } from '../../session/tray/tray-value.ts';
import styles from './tray-panel.module.css';
import { useIntentWords } from './use-intent-words.ts';

interface LeftBehindProps {
  readonly user: string;
  readonly audit: string;
}

/**
 * Unsent and refused changes of a user who lost access to the plan, to copy or discard; renders nothing when there are
 * none. Changes still waiting to be sent are marked as refused here, since the room no longer accepts them.
 */
export function LeftBehind({ user, audit }: LeftBehindProps) {
  const { t } = useTranslation('audits-web');
  const words = useIntentWords();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  const [entries, setEntries] = useState<readonly TrayEntry[]>([]);
  useEffect(() => {
    let isGone = false;
    const opening = Outbox.open({ user, room: `${AUDIT_ROOM}/${audit}` }).then((opened) => {
      const show = () => {
        if (opened.unansweredCount > 0) return opened.abandonUnanswered(ROOM_REVOKED, -1);
        if (!isGone) setEntries(opened.tray);
      };
      opened.onChange(show);
      show();
      if (!isGone) setOutbox(opened);
      return opened;
    });
    return () => {
      isGone = true;
      void opening.then((opened) => opened.close());
    };
  }, [user, audit]);
  if (!outbox || entries.length === 0) return null;
  const spoken = (entry: TrayEntry) =>
    trayValue(entry) ?? `${words(entry.intent.kind)} ${entry.label}`.trim();
  const copy = () =>
    void navigator.clipboard
      .writeText(entries.map(spoken).join('\n'))
      .then(() => notify.success(t('tray.copied')))
      .catch(() => notify.warning(t('tray.not_copied')));
  return (
    <section className={styles.leftBehind} aria-label={t('tray.left_behind')}>
      <h2 className={styles.what}>{t('tray.left_behind')}</h2>
      <ul className={styles.tray}>
        {entries.map((entry) => (
          <li key={`${entry.session}/${entry.seq}`} className={styles.refused}>
            {spoken(entry)}
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" variant="default" onClick={copy}>
          {t('tray.copy')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => outbox.discard(entries)}>
          {t('tray.discard')}
        </Button>
      </Group>
    </section>
  );
}
