import type { TextDraft } from '@cotejo/texts/client';
import { contentOf } from '@cotejo/texts/protocol';
import { Button } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import type { Doc } from 'yjs';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { applyDraft, standingTo, type DraftField } from './apply-draft.ts';
import { DraftCard } from './draft-card.tsx';
import type { WorksheetText } from './use-worksheet-text.ts';

interface DraftNoticeProps {
  readonly text: WorksheetText;
  readonly field: string;
  readonly label: string;
  /** Null while the field is read-only. */
  readonly editor: Editor | null;
}

/** Refused edits of a field, kept until their author reapplies, copies or discards them. */
export function DraftNotice({ text, field, label, editor }: DraftNoticeProps) {
  const { connection, document, drafts } = text;
  return drafts.flatMap((draft) => {
    const kept = Object.hasOwn(draft.fields, field) ? draft.fields[field] : undefined;
    if (!kept) return [];
    const discard = () => void connection.discardDraft(draft.id);
    return (
      <DraftCard key={draft.id} draft={draft} field={field} label={label} onDiscard={discard}>
        {editor && document && (
          <ApplyAgain
            draft={draft}
            kept={kept}
            field={field}
            editor={editor}
            document={document}
            onApplied={discard}
          />
        )}
      </DraftCard>
    );
  });
}

interface ApplyAgainProps {
  readonly draft: TextDraft;
  readonly kept: DraftField;
  readonly field: string;
  readonly editor: Editor;
  readonly document: Doc;
  readonly onApplied: () => void;
}

/** Reapplies a draft; if the text has content that the draft lacks, the user chooses which to keep. */
function ApplyAgain({ kept, field, editor, document, onApplied }: ApplyAgainProps) {
  const { t } = useTranslation('worksheets-web');
  const { announce } = useWorksheetHost();
  const standing = useEditorState({
    editor,
    selector: () => standingTo(kept, contentOf(document, field, 'rich-text')),
  });
  const apply = (where: 'instead' | 'below') => () => {
    applyDraft(editor, kept, where);
    onApplied();
    announce(t('text.draft_applied'));
  };
  if (standing === 'same') return <span>{t('text.draft_is_there')}</span>;
  if (standing === 'within')
    return (
      <Button size="compact-xs" onClick={apply('instead')}>
        {t('text.apply')}
      </Button>
    );
  return (
    <>
      <Button size="compact-xs" onClick={apply('below')}>
        {t('text.apply_below')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={apply('instead')}>
        {t('text.apply_instead')}
      </Button>
    </>
  );
}
