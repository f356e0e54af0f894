import { Button, LoadingOverlay, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { useErrorText } from './use-error-text.ts';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** The question; may carry markup. */
  readonly question: ReactNode;
  /** Default: 'No, Eliminar'. */
  readonly left?: string;
  /** Default: 'Sí, Eliminar'. */
  readonly right?: string;
  /** A second way to agree, between the two: it does less than the right one. */
  readonly middle?: {
    readonly label: string;
    readonly onConfirm: () => void | Promise<void>;
  };
  /** There is nothing to agree to. */
  readonly rightDisabled?: boolean;
  /** The right button is what destroys; false for a confirmation that doesn't. */
  readonly danger?: boolean;
  /** Runs under an overlay; the dialog closes on success and shows the error otherwise. */
  readonly onConfirm: () => void | Promise<void>;
  readonly onClose: () => void;
  /** It is gone from the screen: the focus may go where the answer leads. */
  readonly onClosed?: () => void;
}

/** Asks before something is done: centred, half as wide as the window. */
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
      // On the root: on the content Mantine would give it to the frame around it too.
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
