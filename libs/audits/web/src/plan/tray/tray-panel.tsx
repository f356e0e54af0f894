import type { TrayEntry } from '@cotejo/rooms/client';
import { notify, SidePanel, useFormat } from '@cotejo/ui';
import { Button, Group } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { trayGroupsAtom, trayAtom } from '../../session/session-atoms.ts';
import { entriesOf, type TrayGroup } from '../../session/tray/tray-groups.ts';
import { trayIntents, trayValue } from '../../session/tray/tray-value.ts';
import { usePlan } from '../plan-context.ts';
import { useRejectionText } from './rejection-text.ts';
import { useIntentWords } from './use-intent-words.ts';
import styles from './tray-panel.module.css';

/** Refused changes, each with its reason and the available actions, so that no work is lost. */
export function TrayPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  const { session, tell } = usePlan();
  const entries = useAtomValue(trayAtom);
  const groups = useAtomValue(trayGroupsAtom);
  return (
    <SidePanel opened title={t('tray.title')} onClose={onClose}>
      <p className={styles.hint}>{t(entries.length === 0 ? 'tray.empty' : 'tray.hint')}</p>
      {entries.length > 1 && (
        <Group gap="xs" mt="sm">
          <Button size="compact-sm" variant="default" onClick={() => tell(session.reapplyAll(entries))}>
            {t('tray.reapply_all', { count: entries.length })}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => session.discardAll(entries)}>
            {t('tray.discard_all', { count: entries.length })}
          </Button>
        </Group>
      )}
      <ul className={styles.tray} aria-label={t('tray.title')}>
        {groups.map((group) => (
          <Refused key={group.key} group={group} />
        ))}
      </ul>
    </SidePanel>
  );
}

/** A refused change with the changes that depend on it; they are retried or discarded together. */
function Refused({ group }: { readonly group: TrayGroup }) {
  const { t } = useTranslation('audits-web');
  const { session, tell } = usePlan();
  const reason = useRejectionText();
  const format = useFormat();
  const { cause, dependants } = group;
  const all = entriesOf(group);
  const spoken = useSpoken(cause);
  const written = all.flatMap((entry) => trayValue(entry) ?? []).join('\n');
  const copy = () =>
    void navigator.clipboard
      .writeText(written === '' ? (spoken ?? cause.label) : written)
      .then(() => notify.success(t('tray.copied')))
      .catch(() => notify.warning(t('tray.not_copied')));
  return (
    <li className={styles.refused}>
      <What entry={cause} />
      {spoken !== null && spoken !== cause.label && <p className={styles.value}>{spoken}</p>}
      <p className={styles.why}>{reason(cause)}</p>
      {dependants.length > 0 && (
        <div className={styles.dependants}>
          <p className={styles.hint}>{t('tray.dependants', { count: dependants.length })}</p>
          <ul>
            {dependants.map((entry) => (
              <li key={`${entry.session}/${entry.seq}`}>
                <What entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className={styles.hint}>
        <time dateTime={cause.at}>{format.moment(cause.at)}</time>
      </p>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => tell(dependants.length === 0 ? session.reapply(cause) : session.reapplyAll(all))}
        >
          {t('tray.reapply')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={copy}>
          {t('tray.copy')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={() => (dependants.length === 0 ? session.discard(cause) : session.discardAll(all))}
        >
          {t('tray.discard')}
        </Button>
      </Group>
    </li>
  );
}

/** Description of the intent: "Renombrar C-003 …"; a batch shows its number of intents instead of a name. */
function What({ entry }: { readonly entry: TrayEntry }) {
  const { t } = useTranslation('audits-web');
  const words = useIntentWords();
  const intents = trayIntents(entry);
  const kinds = new Set(intents.map(({ kind }) => kind));
  const [kind] = kinds;
  const isMany = intents.length > 1;
  return (
    <p className={styles.what}>
      {words(kinds.size === 1 && kind !== undefined ? kind : 'batch')}{' '}
      <b>{isMany ? t('tray.items', { count: intents.length }) : entry.label}</b>
    </p>
  );
}

/** Returns the value that the user entered or chose, as text; null when there is none. */
function useSpoken(entry: TrayEntry): string | null {
  const { t } = useTranslation('audits-contracts');
  const [only, ...others] = trayIntents(entry);
  if (only?.kind === 'change_status' && others.length === 0) return t(`audits-contracts:status.${only.to}`);
  return trayValue(entry);
}
