import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditorState, type Editor } from '@tiptap/react';
import {
  Bold,
  Check,
  Heading,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkTool } from './link-tool.tsx';
import { REFERENCE_CHARS } from './references.ts';
import styles from './rich-text.module.css';
import { TICK_MARKS } from './tick-marks.ts';
import { useToolbarKeys } from './use-toolbar-keys.ts';

interface RichTextToolsProps {
  readonly editor: Editor;
  /** Label of the field. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

interface Tool {
  /** `text.tool.<id>`. */
  readonly id: string;
  readonly icon: LucideIcon;
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const mark = (id: string, icon: LucideIcon): Tool => ({
  id,
  icon,
  isOn: (editor) => editor.isActive(id),
  run: (editor) => editor.chain().focus().toggleMark(id).run(),
});

const GROUPS: readonly (readonly Tool[])[] = [
  [mark('bold', Bold), mark('italic', Italic), mark('underline', Underline), mark('strike', Strikethrough)],
  [
    {
      id: 'heading',
      icon: Heading,
      isOn: (editor) => editor.isActive('heading'),
      run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      id: 'bullets',
      icon: List,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      id: 'numbers',
      icon: ListOrdered,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      id: 'quote',
      icon: Quote,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
  ],
  [
    { id: 'undo', icon: Undo2, run: (editor) => editor.chain().focus().undo().run() },
    { id: 'redo', icon: Redo2, run: (editor) => editor.chain().focus().redo().run() },
  ],
];

/** Tools inside lists. */
const INDENT: readonly Tool[] = [
  {
    id: 'outdent',
    icon: IndentDecrease,
    run: (editor) => editor.chain().focus().liftListItem('listItem').run(),
  },
  {
    id: 'indent',
    icon: IndentIncrease,
    run: (editor) => editor.chain().focus().sinkListItem('listItem').run(),
  },
];

/** Tools inside tables (`text.table.<id>`). */
const TABLE: readonly { readonly id: string; readonly run: (editor: Editor) => void }[] = [
  { id: 'row', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { id: 'column', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { id: 'without_row', run: (editor) => editor.chain().focus().deleteRow().run() },
  { id: 'without_column', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { id: 'header', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { id: 'remove', run: (editor) => editor.chain().focus().deleteTable().run() },
];

/** Formatting toolbar; visible while the field has the focus. */
export function RichTextTools({ editor, label, onFiles }: RichTextToolsProps) {
  const { t } = useTranslation('worksheets-web');
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: GROUPS.flat()
        .filter(({ isOn }) => isOn?.(now))
        .map(({ id }) => id)
        .join(' '),
      isInTable: now.isActive('table'),
      isInLink: now.isActive('link'),
      isInList: now.isActive('listItem'),
    }),
  });
  const on = new Set(state.on.split(' '));
  const toolbar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(toolbar);
  const groups = state.isInList ? [...GROUPS, INDENT] : GROUPS;
  return (
    <RichTextEditor.Toolbar
      ref={toolbar}
      className={styles.tools ?? ''}
      role="toolbar"
      aria-label={t('text.tools', { field: label })}
      {...keys}
    >
      {groups.map((tools) => (
        <RichTextEditor.ControlsGroup key={tools[0]?.id}>
          {tools.map(({ id, icon: Icon, run, isOn }) => (
            <RichTextEditor.Control
              key={id}
              aria-label={t(`text.tool.${id}`)}
              title={t(`text.tool.${id}`)}
              active={on.has(id)}
              {...(isOn && { 'aria-pressed': on.has(id) })}
              onClick={() => run(editor)}
            >
              <Icon size={14} aria-hidden />
            </RichTextEditor.Control>
          ))}
        </RichTextEditor.ControlsGroup>
      ))}
      <RichTextEditor.ControlsGroup>
        <LinkTool editor={editor} isOn={state.isInLink} />
        <TableTool editor={editor} isInTable={state.isInTable} />
        <TickTool editor={editor} />
        <FileTool onFiles={onFiles} />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

function TableTool({ editor, isInTable }: { readonly editor: Editor; readonly isInTable: boolean }) {
  const { t } = useTranslation('worksheets-web');
  const insert = () => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run();
  if (!isInTable)
    return (
      <RichTextEditor.Control aria-label={t('text.tool.table')} title={t('text.tool.table')} onClick={insert}>
        <Table size={14} aria-hidden />
      </RichTextEditor.Control>
    );
  return (
    <Menu withinPortal>
      <Menu.Target>
        <RichTextEditor.Control active aria-label={t('text.tool.in_table')} title={t('text.tool.in_table')}>
          <Table size={14} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {TABLE.map(({ id, run }) => (
          <Menu.Item key={id} onClick={() => run(editor)}>
            {t(`text.table.${id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TickTool({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('worksheets-web');
  const insert = (id: string, label: string) =>
    editor
      .chain()
      .focus()
      .insertContent({
        type: 'mention',
        attrs: { id, label, mentionSuggestionChar: REFERENCE_CHARS.tick },
      })
      .run();
  return (
    <Menu withinPortal>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t('text.tool.tick')} title={t('text.tool.tick')}>
          <Check size={14} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(TICK_MARKS).map(([id, sign]) => (
          <Menu.Item key={id} leftSection={<b aria-hidden>{sign}</b>} onClick={() => insert(id, sign)}>
            {t(`textTicks.${id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FileTool({ onFiles }: Pick<RichTextToolsProps, 'onFiles'>) {
  const { t } = useTranslation('worksheets-web');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <RichTextEditor.Control
        aria-label={t('text.tool.image')}
        title={t('text.tool.image')}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={14} aria-hidden />
      </RichTextEditor.Control>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t('text.tool.image')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
