import type { ItemType } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { FieldAttachments } from '../attachments/field-attachments.tsx';
import { RichTextField } from '../text/rich-text-field.tsx';
import { textLabelKey } from './text-label-key.ts';

/** Fields of evidence accept files beside text. */
const EVIDENCE = /(^|\.)evidence$/;

interface TextFieldProps {
  readonly type: ItemType;
  readonly field: string;
  readonly lines?: number;
}

/** A co-written text of the worksheet, by its name. */
export function TextField({ type, field, lines = 3 }: TextFieldProps) {
  const { t } = useTranslation('worksheets-contracts');
  const label = t(textLabelKey(type, field));
  return (
    <div data-field={field} data-wide>
      <RichTextField field={field} label={label} lines={lines} />
      {EVIDENCE.test(field) && <FieldAttachments field={field} label={label} />}
    </div>
  );
}
