import { AvatarStack, notify } from '@cotejo/ui';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { Portal, Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { Fragment } from '@tiptap/pm/model';
import { useEditor, type Editor } from '@tiptap/react';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextStatus } from '@cotejo/texts/client';
import type { Doc } from 'yjs';
import { useAnnounceField, useFieldPeers, useWorksheetHost } from '../host/worksheet-host.ts';
import { NoteHere } from '../notes/note-here.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { cleanPasted, filesMeant } from './pasted.ts';
import { referablesOf } from './referables.ts';
import { richTextExtensions } from './rich-text-extensions.ts';
import styles from './rich-text.module.css';
import { RichTextTools } from './rich-text-tools.tsx';
import { TextStatusLine } from './text-status.tsx';
import { TickLegend } from './tick-legend.tsx';
import { tooMuchFor } from './text-size.ts';
import { useFocusInside } from './use-focus-inside.ts';
import { useFullness } from './use-fullness.ts';
import { isUnopened, useWorksheetText, type WorksheetText } from './use-worksheet-text.ts';

export interface RichTextFieldProps {
  /** Root of the worksheet's document (`TEXT_FIELDS`). */
  readonly field: string;
  readonly label: string;
  readonly hint?: string;
  /** Minimum height in lines. */
  readonly lines?: number;
  /** Read-only for all users. */
  readonly isLocked?: boolean;
  /** The label is visible to screen readers only. */
  readonly hidesLabel?: boolean;
}

/** A co-edited long text with its label, present users and save status. */
export function RichTextField(props: RichTextFieldProps) {
  const { field, label, hint, lines = 3, isLocked = false, hidesLabel = false } = props;
  const { t } = useTranslation('worksheets-web');
  const text = useWorksheetText();
  const peers = useFieldPeers(field);
  const labelId = useId();
  // A worksheet may have hundreds of texts: editors are created when scrolled near.
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '400px' });
  const [wasSeen, setWasSeen] = useState(false);
  if (entry?.isIntersecting && !wasSeen) setWasSeen(true);
  const { isActive, wasActive, ...focus } = useFocusInside();
  const [editor, setEditor] = useState<Editor | null>(null);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const fullness = useFullness(isActive ? (text?.document ?? null) : null);

  const height = { minHeight: `${lines * 1.5 + 1.2}em` };
  return (
    <div ref={ref} className={styles.field} data-notes-around {...focus}>
      <div className={hidesLabel ? styles.hiddenHead : styles.head} data-writing={isActive || undefined}>
        <span id={labelId} className={hidesLabel ? styles.hidden : styles.label}>
          {label}
        </span>
        <AvatarStack
          label={t('text.present', { field: label })}
          size={18}
          people={peers.map(({ user }) => user)}
        />
        <div ref={setToolsPlace} className={styles.toolsPlace} />
        {text && (wasActive || isTrouble(text.status)) && (
          <TextStatusLine status={text.status} isHere={isActive} />
        )}
        <span className={styles.aside}>
          <NoteHere field={field} label={label} />
        </span>
      </div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {text && (
        <DraftNotice
          text={text}
          field={field}
          label={label}
          editor={text.isWritable && !isLocked ? editor : null}
        />
      )}
      {text?.document && wasSeen ? (
        <OpenText
          // A new document needs a new editor.
          key={text.document.guid}
          {...props}
          text={text}
          document={text.document}
          labelId={labelId}
          height={height}
          toolsPlace={isActive ? toolsPlace : null}
          onEditor={setEditor}
        />
      ) : (
        <AwaitedText text={text} height={height} />
      )}
      {fullness !== null && (
        <p className={styles.full} role="status">
          {t('text.nearly_full', { percent: fullness })}
        </p>
      )}
    </div>
  );
}

interface AwaitedTextProps {
  readonly text: WorksheetText | null;
  readonly height: { readonly minHeight: string };
}

/** In place of a text that is not here yet; without a connection, it says that the text will come later. */
function AwaitedText({ text, height }: AwaitedTextProps) {
  const { t } = useTranslation('worksheets-web');
  if (text && isUnopened(text)) return <p className={styles.unopened}>{t('text.unopened')}</p>;
  return <Skeleton className={styles.waiting} style={height} radius={6} />;
}

interface OpenTextProps extends RichTextFieldProps {
  readonly text: WorksheetText;
  readonly document: Doc;
  readonly labelId: string;
  readonly height: { readonly minHeight: string };
  /** Element on the line above the text that takes the tools; null while there are none. */
  readonly toolsPlace: HTMLElement | null;
  /** Null after the editor was destroyed. */
  readonly onEditor: (editor: Editor | null) => void;
}

/** Shown in each field, even without edits. */
const isTrouble = ({ state }: TextStatus): boolean => state === 'offline' || state === 'failed';

function OpenText(props: OpenTextProps) {
  const { field, label, isLocked = false, text, document, labelId, height, toolsPlace, onEditor } = props;
  const { t } = useTranslation('worksheets-web');
  const host = useWorksheetHost();
  const { onFocus, onBlur } = useAnnounceField(field);
  const isWritable = text.isWritable && !isLocked;
  const { connection } = text;

  const extensions = useMemo(
    () =>
      richTextExtensions({
        document,
        field,
        presence: connection.presence,
        references: referablesOf(host, {
          people: t('text.people'),
          items: t('text.items'),
          nothing: t('text.nothing_found'),
        }),
        loadImage: host.loadImage,
        missingImage: t('text.image_missing'),
      }),
    // The editor is created once per document; users and items are looked up on demand.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, field],
  );
  const attach = useCallback(
    async (editor: Editor, files: readonly File[]) => {
      for (const { attachment, name, isImage } of await host.attach(files, field)) {
        const chain = editor.chain().focus();
        if (isImage) chain.insertContent({ type: 'image', attrs: { attachment, alt: name } }).run();
      }
    },
    [host, field],
  );

  const editor = useEditor(
    {
      extensions,
      editable: isWritable,
      immediatelyRender: true,
      // Its base styles are in this context's own module.
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
          class: styles.content ?? '',
          style: `min-height: ${height.minHeight}`,
          spellcheck: 'true',
        },
        // Room for the line of label and tools, which stays at the top edge with a long text.
        scrollMargin: { top: 48, left: 0, right: 0, bottom: 56 },
        scrollThreshold: { top: 48, left: 0, right: 0, bottom: 56 },
        transformPastedHTML: cleanPasted,
        handlePaste: (_view, event, { content }) => take(event.clipboardData, event) || isTooMuch(content),
        handleDrop: (_view, event, { content }, moved) =>
          take(event.dataTransfer, event) || (!moved && isTooMuch(content)),
      },
      onFocus,
      onBlur: () => {
        onBlur();
        connection.rest();
      },
    },
    [extensions],
  );

  function take(transfer: DataTransfer | null, event: Event): boolean {
    const files = filesMeant(transfer);
    if (files.length === 0) return false;
    event.preventDefault();
    if (editor) void attach(editor, files);
    return true;
  }

  /** Warns before the server refuses; nothing is inserted. */
  function isTooMuch(content: Fragment): boolean {
    const why = tooMuchFor(document, content);
    if (why) notify.warning(t(`text.paste_refused.${why}`), { id: why });
    return why !== null;
  }

  useEffect(() => {
    onEditor(editor);
    return () => onEditor(null);
  }, [editor, onEditor]);
  useEffect(() => {
    editor?.setEditable(isWritable, false);
  }, [editor, isWritable]);

  if (!editor) return null;
  return (
    <RichTextEditor editor={editor} className={styles.editor ?? ''} data-readonly={!isWritable}>
      <RichTextEditor.Content />
      <TickLegend editor={editor} />
      {isWritable && toolsPlace && (
        <Portal target={toolsPlace}>
          <RichTextTools editor={editor} label={label} onFiles={(files) => void attach(editor, files)} />
        </Portal>
      )}
    </RichTextEditor>
  );
}
