import type { TextDraft } from '@cotejo/texts/client';
import { useFormat } from '@cotejo/ui';
import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import styles from './rich-text.module.css';

interface DraftCardProps {
  readonly draft: TextDraft;
  readonly field: string;
  readonly label: string;
  /** Shows the field's label, where the context does not. */
  readonly showsLabel?: boolean;
  readonly onDiscard: () => void;
  /** Additional acts. */
  readonly children?: ReactNode;
}

/** A refused edit with its reason, to be copied or discarded. */
export function DraftCard({ draft, field, label, showsLabel = false, onDiscard, children }: DraftCardProps) {
  const { t } = useTranslation('worksheets-web');
  const { dateTime } = useFormat();
  const whyRefused = useWhyRefused();
  const words = draft.fields[field]?.text ?? '';
  return (
    <section className={styles.draft} aria-label={t('text.draft', { field: label })}>
      {showsLabel && <h3>{label}</h3>}
      <p>
        <b>{t('text.draft_kept', { when: dateTime(draft.at) })}</b> {whyRefused(draft.code)}
      </p>
      {words !== '' && <blockquote>{words}</blockquote>}
      <div>
        {children}
        {words !== '' && (
          <CopyButton value={words}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {t(copied ? 'text.copied' : 'text.copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
          {t('text.discard')}
        </Button>
      </div>
    </section>
  );
}

/** Reason of a refused edit as a text: the room's own codes, else those of the audit's rules. */
export function useWhyRefused(): (code: string) => string {
  const { t, i18n } = useTranslation('worksheets-web');
  const { words } = useWorksheetHost();
  return (code) =>
    i18n.exists(`worksheets-web:text.refused.${code}`) ? t(`text.refused.${code}`) : words({ code });
}
