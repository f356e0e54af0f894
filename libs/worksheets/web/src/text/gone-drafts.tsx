import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '../attachments/field-name.ts';
import { useItem } from '../host/worksheet-host.ts';
import { DraftCard } from './draft-card.tsx';
import { useWorksheetText } from './use-worksheet-text.ts';

/** Shown in place of a deleted worksheet: this user's unsent edits can still be copied. */
export function GoneDrafts() {
  const { t } = useTranslation('worksheets-web');
  const text = useWorksheetText(true);
  const nameOf = useFieldName(useItem());
  if (!text || text.drafts.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm">{t('text.gone_drafts')}</Text>
      {text.drafts.flatMap((draft) =>
        Object.keys(draft.fields).map((field) => (
          <DraftCard
            key={`${draft.id}/${field}`}
            draft={draft}
            field={field}
            label={nameOf(field)}
            showsLabel
            onDiscard={() => void text.connection.discardDraft(draft.id)}
          />
        )),
      )}
    </Stack>
  );
}
