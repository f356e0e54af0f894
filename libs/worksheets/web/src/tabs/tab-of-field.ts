import type { ItemType } from '@cotejo/audits-contracts';
import { WORKSHEET_FORMS, type WorksheetField } from '@cotejo/worksheets-domain';
import { announcedValue } from '../fields/use-value.ts';
import { CURRENCY_OF } from '../fields/value-field.tsx';
import { TAB_ADDRESS } from './tab-address.ts';

/** Patterns of entry fields, by the list's name in the catalogue. */
const OF_LIST: Readonly<Record<string, RegExp>> = {
  instructions: /^(v:)?instruction\./,
  questions: /^(v:)?question\./,
  design_criteria: /^v:design\./,
  periods: /^v:period\./,
};

function holds(part: WorksheetField, field: string): boolean {
  switch (part.kind) {
    case 'value':
      return [part.key, CURRENCY_OF[part.key]].some(
        (key) => key !== undefined && announcedValue(key) === field,
      );
    case 'text':
    case 'flowchart':
      return part.field === field;
    case 'list':
      return OF_LIST[part.list]?.test(field) ?? false;
    case 'fact':
    case 'figure':
      return false;
  }
}

/** URL name of the tab that contains a field; undefined for none. */
export function tabOfField(type: ItemType, field: string): string | undefined {
  const tabs = WORKSHEET_FORMS[type] ?? [];
  const at = tabs.findIndex(({ fields }) => fields.some((part) => holds(part, field)));
  const tab = tabs[at];
  // The first tab of every worksheet belongs to the plan.
  return tab && TAB_ADDRESS[at === 0 ? 'information' : tab.code];
}
