import { useEditorState, type Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { REFERENCE_CHARS } from './references.ts';
import styles from './rich-text.module.css';
import { isTickMark, TICK_MARKS, type TickMark } from './tick-marks.ts';

/** Explains the tick marks of a text, in order of first use. */
export function TickLegend({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('worksheets-web');
  const used = useEditorState({ editor, selector: ({ editor: now }) => ticksIn(now).join(' ') });
  if (!used) return null;
  const marks = used.split(' ').filter(isTickMark);
  return (
    <dl className={styles.legend} aria-label={t('text.legend')}>
      {marks.map((mark) => (
        <div key={mark}>
          <dt>{TICK_MARKS[mark]}</dt>
          <dd>{t(`textTicks.${mark}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ticksIn(editor: Editor): readonly TickMark[] {
  const used = new Set<TickMark>();
  editor.state.doc.descendants(({ type, attrs }) => {
    const { id, mentionSuggestionChar: char } = attrs;
    if (type.name === 'mention' && char === REFERENCE_CHARS.tick && isTickMark(id)) used.add(id);
  });
  return [...used];
}
