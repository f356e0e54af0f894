import type { TreeNode } from '@cotejo/audits-domain';
import { mergeInstructions } from '@cotejo/worksheets-domain';
import { useTranslation } from 'react-i18next';
import { asTitle } from '../fields/use-value.ts';
import { questionsIn } from '../lists/questions-in.ts';
import { fieldTitle } from '../tabs/field-title.ts';

const LISTED = /^(?:v:)?(instruction|question|period|design)\.([^.]+)\.(\w+)$/;

/** Values of what is listed that have a shorter name where they stand. */
const NAMED_IN_LIST: ReadonlySet<string> = new Set([
  'instruction.option',
  'instruction.action',
  'question.answer',
]);

/** Names a field of a worksheet as a person finds it there: which instruction, and what of it. */
export function useFieldName(item: TreeNode | undefined): (field: string) => string {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts', 'audits-contracts']);
  return (field) => {
    const [, kind, id = '', part = ''] = LISTED.exec(field) ?? [];
    if (kind === 'design')
      return t('attachments.place.criterion', { field: t(`audits-contracts:designCriterion.${id}`) });
    if (kind === 'period' && part === 'result') return t('list.period.one', { period: id });
    const key = NAMED_IN_LIST.has(`${kind}.${part}`)
      ? `worksheets-web:list.${kind}.${part}`
      : (fieldTitle(field, item?.type) ?? fieldTitle(`v:${field}`, item?.type));
    const name = key === undefined ? t('attachments.place.other') : asTitle(t(key));
    const at = kind === undefined || !item ? -1 : placeOf(item, kind, id);
    if (at < 0) return name;
    // Its own words are the entry itself.
    if (part === 'text') return t(`list.${kind}.one`, { place: at + 1 });
    return t(`attachments.place.${kind}`, { number: at + 1, field: name });
  };
}

/** Index among those that are listed with it; -1 once it was taken away. */
function placeOf(item: TreeNode, kind: string, id: string): number {
  if (kind === 'period') return Number(id) - 1;
  const entries = kind === 'question' ? questionsIn(item) : mergeInstructions(item);
  return entries.findIndex((one) => one.id === id);
}
