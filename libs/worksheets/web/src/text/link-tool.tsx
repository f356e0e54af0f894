import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { CommandProps, Editor } from '@tiptap/react';
import { ExternalLink, Link2, Unlink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './rich-text.module.css';
import { isSafeAddress, meantAddress } from './safe-address.ts';

interface LinkToolProps {
  readonly editor: Editor;
  readonly isOn: boolean;
}

/**
 * Turns the selection into a link, or inserts the URL if nothing is selected; edits, opens and removes an
 * existing link.
 */
export function LinkTool({ editor, isOn }: LinkToolProps) {
  const { t } = useTranslation('worksheets-web');
  const [opened, setOpened] = useState(false);
  const [written, setWritten] = useState('');
  const [isRefused, setRefused] = useState(false);

  const open = () => {
    const { href } = editor.getAttributes('link');
    setWritten(typeof href === 'string' ? href : '');
    setRefused(false);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    editor.commands.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The event must not submit the page's outer form.
    event.stopPropagation();
    const href = meantAddress(written);
    setRefused(href === null);
    if (href === null) return;
    setLink(editor, href, written.trim());
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };

  return (
    <Popover opened={opened} onChange={setOpened} onDismiss={close} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('text.tool.link')}
          title={t('text.tool.link')}
          active={isOn}
          aria-pressed={isOn}
          onClick={() => (opened ? close() : open())}
        >
          <Link2 size={14} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('text.tool.link')}>
        <form className={styles.link} onSubmit={save}>
          <TextInput
            label={t('text.link.address')}
            placeholder={t('text.link.example')}
            size="xs"
            value={written}
            error={isRefused && t('text.link.refused')}
            data-autofocus
            onChange={(event) => {
              setWritten(event.currentTarget.value);
              setRefused(false);
            }}
          />
          <div>
            <Button type="submit" size="compact-xs">
              {t('text.link.save')}
            </Button>
            {isOn && (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<Unlink size={13} aria-hidden />}
                onClick={remove}
              >
                {t('text.link.remove')}
              </Button>
            )}
            {isOn && isSafeAddress(written) && (
              <ActionIcon
                component="a"
                href={written}
                target="_blank"
                rel="noopener noreferrer nofollow"
                variant="subtle"
                size="sm"
                aria-label={t('text.link.open')}
                title={t('text.link.open')}
              >
                <ExternalLink size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function setLink(editor: Editor, href: string, words: string): void {
  const isNothingChosen = editor.state.selection.empty && !editor.isActive('link');
  if (isNothingChosen)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else editor.chain().focus().extendMarkRange('link').setLink({ href }).command(goBehind).run();
}

/** Moves the caret behind the link: typing would otherwise replace the selected link. */
function goBehind({ tr, commands }: CommandProps): boolean {
  return commands.setTextSelection(tr.selection.to) && commands.unsetMark('link');
}
