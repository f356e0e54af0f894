import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

interface LeaveGuardProps {
  readonly unsaved: boolean;
  /** Asked as the page is left: a form that is being sent leads on by itself, maybe before it is drawn so. */
  readonly isSending?: () => boolean;
}

/** While something isn't saved: asks before the page is left for another, and lets the browser ask before it goes. */
export function LeaveGuard({ unsaved, ...guard }: LeaveGuardProps) {
  // The router asks one blocker only: a dialog without input must not take the place of its page's.
  return unsaved ? <Blocker {...guard} /> : null;
}

function Blocker({ isSending }: Omit<LeaveGuardProps, 'unsaved'>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isSending?.() !== true && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
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

/** Confirms discarding input. */
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
