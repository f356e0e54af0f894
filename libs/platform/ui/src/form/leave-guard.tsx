import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/** While something isn't saved: asks before the page is left for another, and lets the browser ask before it goes. */
export function LeaveGuard({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  return (
    <DiscardDialog
      opened={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

interface DiscardDialogProps {
  readonly opened: boolean;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** Asks before what was typed is given up. */
export function DiscardDialog({ opened, onDiscard, onStay }: DiscardDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={t('form.unsaved.title')}
      question={t('form.unsaved.question')}
      left={t('form.unsaved.stay')}
      right={t('form.unsaved.discard')}
      onConfirm={onDiscard}
      onClose={onStay}
    />
  );
}
