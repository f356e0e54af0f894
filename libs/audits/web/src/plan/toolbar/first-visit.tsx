import { Shortcut, useIsPhone } from '@cotejo/ui';
import { ActionIcon, Button } from '@mantine/core';
import { Lightbulb, X } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import styles from './plan-tools.module.css';

interface FirstVisitProps {
  readonly onRead: () => void;
  readonly onKeys: () => void;
}

/** Short explanation of the plan, shown on a user's first visit to this tree. */
export function FirstVisit({ onRead, onKeys }: FirstVisitProps) {
  const { t } = useTranslation('audits-web');
  const phone = useIsPhone();
  return (
    <aside className={styles.hint} aria-label={t('first_visit.title')}>
      <Lightbulb size={15} aria-hidden />
      <p>
        {phone ? (
          t('first_visit.text_touch')
        ) : (
          <Trans
            t={t}
            i18nKey="first_visit.text"
            components={{ rename: <Shortcut keys="F2" />, open: <Shortcut keys="Enter" /> }}
          />
        )}
      </p>
      {!phone && (
        <Button size="compact-sm" variant="subtle" onClick={onKeys}>
          {t('keys.title')}
        </Button>
      )}
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={t('first_visit.close')}
        onClick={onRead}
      >
        <X size={14} aria-hidden />
      </ActionIcon>
    </aside>
  );
}
