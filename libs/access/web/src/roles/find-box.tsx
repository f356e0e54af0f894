import { CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useFoundPermissions } from './matrix-editor.tsx';
import styles from './roles.module.css';

export interface FindBoxProps {
  readonly find: string;
  readonly onFind: (text: string) => void;
}

/** Search box of the matrix with the number of matches; Esc clears it. */
export function FindBox({ find, onFind }: FindBoxProps) {
  const { t } = useTranslation('access-web');
  const isSearching = find.trim() !== '';
  const count = useFoundPermissions(find).reduce((sum, { keys }) => sum + keys.length, 0);
  return (
    <search className={styles.find}>
      <TextInput
        className={layout.search ?? ''}
        aria-label={t('matrix.find')}
        placeholder={t('matrix.find')}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={
          isSearching && <CloseButton size="sm" aria-label={t('matrix.clear')} onClick={() => onFind('')} />
        }
        value={find}
        onChange={(event) => onFind(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onFind('');
        }}
      />
      <span className={layout.count} role="status">
        {isSearching && t('matrix.found', { count })}
      </span>
    </search>
  );
}
