import { Button, LoadingOverlay, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { useErrorText } from './errors/use-error-text.ts';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** The question; may contain markup. */
  readonly question: ReactNode;
  /** Label of the cancelling button. Default: 'No, Eliminar'. */
  readonly left?: string;
  /** Label of the confirming button. Default: 'Sí, Eliminar'. */
  readonly right?: string;
  /** An alternative confirmation between the two buttons, less far-reaching than the right one. */
  readonly middle?: {
    readonly label: string;
    readonly onConfirm: () => void | Promise<void>;
  };
  /** Disables the confirmation. */
  readonly rightDisabled?: boolean;
  /** Whether the right button is destructive (red). Default: true. */
  readonly danger?: boolean;
  /** Runs under an overlay; the dialog closes on success and shows the error otherwise. */
  readonly onConfirm: () => void | Promise<void>;
  readonly onClose: () => void;
  /** Called after the closing transition, when the focus may be moved. */
  readonly onClosed?: () => void;
}

/** Confirmation dialog: centred, half as wide as the window. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const phone = useIsPhone();
  const words = useErrorText();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const close = () => {
    if (running) return;
    setFailure(null);
    props.onClose();
  };
  const confirm = async (agree: () => void | Promise<void>) => {
    setRunning(true);
    setFailure(null);
    try {
      await agree();
      setRunning(false);
      props.onClose();
    } catch (error) {
      setRunning(false);
      setFailure(words(error));
    }
  };

  const colour = props.danger === false ? {} : { color: 'red' };
  return (
    <Modal.Root
      opened={props.opened}
      onClose={close}
      {...(props.onClosed === undefined ? {} : { onExitTransitionEnd: props.onClosed })}
      size={phone ? 'calc(100vw - 24px)' : 'max(420px, 50vw)'}
      centered
      // On the root: set on the content, Mantine would apply it to the surrounding frame, too.
      classNames={{ content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <LoadingOverlay visible={running} loaderProps={{ size: 32, 'aria-label': t('working') }} />
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <Modal.Body className={styles.body}>
          <div className={styles.question}>{props.question}</div>
          {failure !== null && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="default" onClick={close} data-autofocus>
              {props.left ?? t('confirm.no')}
            </Button>
            {props.middle !== undefined && (
              <Button
                variant="outline"
                {...colour}
                onClick={() => props.middle && void confirm(props.middle.onConfirm)}
              >
                {props.middle.label}
              </Button>
            )}
            <Button
              {...colour}
              disabled={props.rightDisabled === true}
              onClick={() => void confirm(props.onConfirm)}
            >
              {props.right ?? t('confirm.yes')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
