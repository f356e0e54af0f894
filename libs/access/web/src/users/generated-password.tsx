import { DialogFrame, useReturnFocus } from '@cotejo/ui';
import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';

export interface GeneratedPasswordProps {
  readonly name: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** Shows a generated password of a user, once. */
export function GeneratedPassword({ name, password, onClose }: GeneratedPasswordProps) {
  const { t } = useTranslation('access-web');
  useReturnFocus();
  return (
    <DialogFrame opened onClose={onClose} title={t('users.password_for', { name })} size="md">
      <div className={layout.stack}>
        <p style={{ margin: 0 }}>{t('users.password_once')}</p>
        <output className="num" style={{ fontSize: 17, overflowWrap: 'anywhere' }}>
          {password}
        </output>
        <div className={layout.buttons}>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
      </div>
    </DialogFrame>
  );
}
