import { ConfirmDialog } from '@cotejo/ui';
import { ActionIcon } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import styles from './lists.module.css';
import { useFreshFocus } from './use-fresh-focus.ts';
import type { ListKind } from './use-listed.ts';

interface ListedCardProps {
  readonly kind: ListKind;
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly isLocked: boolean;
  /** Just added by this user: it takes the focus. */
  readonly isFresh: boolean;
  readonly move: (id: string, to: number) => boolean;
  readonly remove: (id: string) => boolean;
  readonly children: ReactNode;
}

const DRAGGED = 'application/x-worksheet-entry';

/**
 * An entry of a list: moved by its buttons, by Alt and the arrow keys, or by dragging; removed after a
 * confirmation.
 */
export function ListedCard(props: ListedCardProps) {
  const { kind, id, at, count, isLocked, isFresh, move, remove, children } = props;
  const { t } = useTranslation('worksheets-web');
  const { announce } = useWorksheetHost();
  const [isAsking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  useFreshFocus(card, isFresh);
  const name = t(`list.${kind}.one`, { place: at + 1 });

  const moveTo = (to: number) => {
    if (to < 0 || to >= count || !move(id, to)) return;
    announce(t('list.moved', { name, place: to + 1, count }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLocked || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveTo(event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const dragged = event.dataTransfer.getData(`${DRAGGED}-${kind}`);
    if (isLocked || dragged === '' || dragged === id) return;
    event.preventDefault();
    move(dragged, at);
  };
  const onDragOver = (event: DragEvent) => {
    if (isLocked || !event.dataTransfer.types.includes(`${DRAGGED}-${kind}`)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // Dragging; the buttons and keys are the accessible alternative.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={card}
      tabIndex={-1}
      className={styles.card}
      aria-label={name}
      data-over={isOver || undefined}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
    >
      {/* Alt and the arrow keys move the entry from its own buttons; inside a text they belong to the editor. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.cardHead} onKeyDown={onKeyDown}>
        {!isLocked && (
          <span
            className={styles.grip}
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.dataTransfer.setData(`${DRAGGED}-${kind}`, id);
              event.dataTransfer.effectAllowed = 'move';
              if (card.current) event.dataTransfer.setDragImage(card.current, 12, 12);
            }}
          >
            <GripVertical size={14} />
          </span>
        )}
        <span className={`${styles.place} num`}>{at + 1}</span>
        {!isLocked && (
          <span className={styles.cardActions}>
            <ActionIcon
              size={24}
              disabled={at === 0}
              aria-label={t('list.up', { name })}
              title={t('list.up_keys')}
              onClick={() => moveTo(at - 1)}
            >
              <ArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              disabled={at === count - 1}
              aria-label={t('list.down', { name })}
              title={t('list.down_keys')}
              onClick={() => moveTo(at + 1)}
            >
              <ArrowDown size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon size={24} aria-label={t('list.remove', { name })} onClick={() => setAsking(true)}>
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      <div className={styles.cardBody}>{children}</div>
      <ConfirmDialog
        opened={isAsking}
        title={t('list.remove', { name })}
        question={t(`list.${kind}.remove_question`)}
        onConfirm={() => {
          remove(id);
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
