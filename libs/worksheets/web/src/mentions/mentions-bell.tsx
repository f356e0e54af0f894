import { EmptyState, PersonAvatar, TableSkeleton, useFormat } from '@cotejo/ui';
import type { MentionView } from '@cotejo/worksheets-contracts';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { AtSign, Bell, CheckCheck } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { itemText } from './item-text.ts';
import { keyOf, mentionsAtom, soughtNoteAtom, useOpenMentions } from './mentions-atoms.ts';
import styles from './mentions.module.css';
import { useMentionsFeed } from './use-mentions-feed.ts';

export interface MentionsBellProps {
  /** URL of a note; keeps the current page's other parameters. */
  readonly pathOf: (mention: MentionView) => string;
  readonly onGo: (path: string) => void;
}

/** Maximum count shown in the badge. */
const MOST_COUNTED = 99;

/** Mentions of this user: number of unread ones, and links to the notes. */
export function MentionsBell({ pathOf, onGo }: MentionsBellProps) {
  const { t } = useTranslation('worksheets-web');
  const [isOpen, setOpen] = useState(false);
  const list = useAtomValue(mentionsAtom);
  const seek = useSetAtom(soughtNoteAtom);
  const markOpened = useOpenMentions();
  const open = (mention: MentionView) => {
    setOpen(false);
    markOpened([mention]);
    seek(mention.nota);
    onGo(pathOf(mention));
  };
  useMentionsFeed({ onOpen: open, onList: () => setOpen(true) });
  const unread = list?.sin_leer ?? 0;
  const title = unread === 0 ? t('mentions.title') : t('mentions.title_unread', { count: unread });

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(380px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={34}
          className={styles.bell ?? ''}
          aria-label={title}
          title={title}
          onClick={() => setOpen(!isOpen)}
        >
          <Bell size={17} aria-hidden />
          {unread > 0 && (
            <span className={styles.count} aria-hidden>
              {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown ?? ''} aria-label={t('mentions.title')}>
        <div className={styles.head}>
          <h2>{t('mentions.title')}</h2>
          {unread > 0 && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<CheckCheck size={13} aria-hidden />}
              onClick={() => markOpened(null)}
            >
              {t('mentions.read_all')}
            </Button>
          )}
        </div>
        {list === null && <TableSkeleton />}
        {list?.menciones.length === 0 && (
          <EmptyState icon={AtSign} title={t('mentions.empty.title')} text={t('mentions.empty.text')} />
        )}
        {list !== null && list.menciones.length > 0 && (
          <ul className={styles.list}>
            {list.menciones.map((mention) => (
              <li key={keyOf(mention)}>
                <MentionLink mention={mention} path={pathOf(mention)} onOpen={() => open(mention)} />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface MentionLinkProps {
  readonly mention: MentionView;
  readonly path: string;
  readonly onOpen: () => void;
}

function MentionLink({ mention, path, onOpen }: MentionLinkProps) {
  const { t } = useTranslation('worksheets-web');
  const format = useFormat();
  const { created_by: by, momento, leida, extracto, item, auditoria } = mention;
  const name = by.name || t('notes.somebody');
  const follow = (event: MouseEvent) => {
    // Modified clicks open a new window, as in any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={path} className={styles.mention} data-unread={!leida || undefined} onClick={follow}>
      <PersonAvatar person={{ id: by.id, name, initials: by.sigla }} size={26} decorative />
      <span className={styles.words}>
        <span className={styles.line}>
          <b>{name}</b>
          <time dateTime={momento} title={format.dateTime(momento)}>
            {format.relative(momento)}
          </time>
        </span>
        <span className={styles.said}>{extracto}</span>
        <span className={styles.where}>
          {itemText(item)} · {auditoria.codigo}
        </span>
        {!leida && <span className={styles.unread}>{t('mentions.unread')}</span>}
      </span>
    </a>
  );
}
