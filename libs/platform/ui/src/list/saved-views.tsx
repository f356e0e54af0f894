import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-toolbar.module.css';
import { MOST_VIEW_NAME } from './stored-list.ts';
import type { ListModel } from './use-list.ts';

/** Named views of the user, and a form to save the current one. */
export function SavedViews<Row>({ list }: { readonly list: ListModel<Row> }) {
  const { t } = useTranslation('ui');
  const [name, setName] = useState('');
  const keep = () => {
    if (name.trim() === '') return;
    list.keepView(name.trim());
    setName('');
  };
  return (
    <Menu position="bottom-end" closeOnItemClick>
      <Menu.Target>
        <Tooltip label={t('list.saved')}>
          <ActionIcon variant="default" className={styles.icon ?? ''} aria-label={t('list.saved')}>
            <Bookmark size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {list.saved.map((view) => (
          <div key={view.name} className={styles.column}>
            <Menu.Item onClick={() => list.openView(view)}>{view.name}</Menu.Item>
            <ActionIcon
              size="sm"
              aria-label={t('list.saved_drop', { name: view.name })}
              onClick={() => list.dropView(view.name)}
            >
              <Trash2 size={13} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {list.saved.length === 0 && <Menu.Label>{t('list.saved_none')}</Menu.Label>}
        <Menu.Divider />
        <form
          className={styles.column}
          onSubmit={(event) => {
            event.preventDefault();
            keep();
          }}
        >
          <TextInput
            aria-label={t('list.saved_name')}
            placeholder={t('list.saved_name')}
            maxLength={MOST_VIEW_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // The menu would use letters for its type-ahead search.
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            {t('list.saved_keep')}
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
