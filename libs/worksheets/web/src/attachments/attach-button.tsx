import { Button } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface AttachButtonProps {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isSmall?: boolean;
}

/** Button that chooses files to attach. */
export function AttachButton({ label, onFiles, isSmall = false }: AttachButtonProps) {
  const { t } = useTranslation('worksheets-web');
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={isSmall ? 'subtle' : 'default'}
        size={isSmall ? 'compact-xs' : 'xs'}
        leftSection={<Paperclip size={14} aria-hidden />}
        aria-label={t('attachments.add_to', { label })}
        onClick={() => chooser.current?.click()}
      >
        {t('attachments.add')}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        data-for="attach"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
