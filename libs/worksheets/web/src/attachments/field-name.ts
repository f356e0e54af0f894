import type { TreeNode } from '@cotejo/audits-domain';
import { mergeInstructions } from '@cotejo/worksheets-domain';
import { useTranslation } from 'react-i18next';
import { asTitle } from '../fields/use-value.ts';
import { questionsIn } from '../lists/questions-in.ts';
import { fieldTitle } from '../tabs/field-title.ts';

const LISTED = /^(?:v:)?(instruction|question|period|design)\.([^.]+)\.(\w+)$/;

/** Values of list entries with a shorter name in their list. */
const NAMED_IN_LIST: ReadonlySet<string> = new Set([
  'instruction.option',
  'instruction.action',
  'question.answer',
]);

/** Display name of a worksheet's field, including which instruction, question or period it belongs to. */
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
    // The text of an entry is named like the entry itself.
    if (part === 'text') return t(`list.${kind}.one`, { place: at + 1 });
    return t(`attachments.place.${kind}`, { number: at + 1, field: name });
  };
}

/** Index in the list; -1 once removed. */
function placeOf(item: TreeNode, kind: string, id: string): number {
  if (kind === 'period') return Number(id) - 1;
  const entries = kind === 'question' ? questionsIn(item) : mergeInstructions(item);
  return entries.findIndex((one) => one.id === id);
}
