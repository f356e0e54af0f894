// The library requests these texts while dragging, never during rendering.
/* oxlint-disable react/refs */
import {
  Accessibility,
  Feedback,
  type DragDropManagerInput,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/dom';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Names of dragged cards and target columns, by their registered ids. */
export interface DragNames {
  readonly card: (id: unknown) => string;
  readonly column: (id: unknown) => string;
}

/** The library's plugins with screen reader announcements in the user's language. */
export function useSpokenDrag(names: DragNames): DragDropManagerInput['plugins'] {
  const { t } = useTranslation('ui');
  const latest = useRef(names);
  useLayoutEffect(() => {
    latest.current = names;
  });
  return useMemo(() => {
    const card = (source: { readonly id: unknown } | null) => latest.current.card(source?.id);
    const column = (target: { readonly id: unknown } | null) => latest.current.column(target?.id);
    const spoken = Accessibility.configure({
      screenReaderInstructions: { draggable: t('views.kanban.how') },
      announcements: {
        dragstart: ({ operation: { source } }: DragStartEvent) =>
          t('views.kanban.picked', { title: card(source) }),
        dragover: ({ operation: { target } }: DragOverEvent) =>
          target ? t('views.kanban.over', { column: column(target) }) : undefined,
        dragend: ({ operation: { source, target }, canceled }: DragEndEvent) =>
          canceled || !target
            ? t('views.kanban.cancelled', { title: card(source) })
            : t('views.kanban.dropped', { title: card(source), column: column(target) }),
      },
    });
    return (defaults) => [
      ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
      // A clone is dragged; the card itself stays in place until the drop.
      Feedback.configure({ feedback: 'clone', keyboardTransition: null }),
      spoken,
    ];
  }, [t]);
}
