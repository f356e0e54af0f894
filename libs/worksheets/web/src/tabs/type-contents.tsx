import { recordTypeOf, type AuditDetail, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { isTabIn, WORKSHEET_FORMS, type TabCode, type WorksheetTab } from '@cotejo/worksheets-domain';
import type { ComponentType } from 'react';
import { WorksheetFields } from '../late-parts.ts';
import { TAB_ADDRESS } from './tab-address.ts';

/** Props of a worksheet's part; the rest comes from its host. */
export interface WorksheetPart {
  readonly auditId: string;
  readonly itemId: ItemId;
}

/** A tab in the plan's format. */
export interface TabContents {
  readonly id: string;
  readonly titleKey: string;
  readonly only?: (row: unknown, audit: AuditDetail) => boolean;
  readonly Count?: ComponentType<WorksheetPart>;
  readonly Body: ComponentType<WorksheetPart>;
}

/** Contents of a type's worksheets. */
export interface ContentsOfType {
  readonly informationKey: string;
  readonly Information: ComponentType<WorksheetPart>;
  readonly tabs: readonly TabContents[];
}

/** Tabs with components of their own, by code. */
export type OwnTabs = Readonly<Partial<Record<TabCode, Pick<TabContents, 'Body' | 'Count'>>>>;

const titleKey = (code: TabCode): string => `worksheets-contracts:tab.${code}`;

const fieldsOf = (type: ItemType, { fields }: WorksheetTab): ComponentType<WorksheetPart> =>
  function Fields() {
    return <WorksheetFields type={type} fields={fields} />;
  };

function onlyWhere(tab: WorksheetTab): NonNullable<TabContents['only']> {
  return (_row, audit) => {
    const record = recordTypeOf(audit.record_type);
    return record !== undefined && isTabIn(tab, record);
  };
}

/** Worksheets of every type from the catalogue: the first tab is the plan's, with the type's fields. */
export function contentsByType(own: OwnTabs): Readonly<Partial<Record<ItemType, ContentsOfType>>> {
  const types = Object.entries(WORKSHEET_FORMS) as readonly (readonly [ItemType, readonly WorksheetTab[]])[];
  return Object.fromEntries(
    types.flatMap(([type, [first, ...others]]) => {
      if (!first) return [];
      const tabs = others.flatMap((tab): TabContents[] => {
        const body = own[tab.code];
        // A tab without a component is omitted rather than empty.
        if (!body && tab.fields.every(({ kind }) => kind === 'flowchart')) return [];
        if (!body && tab.code === 'attachments') return [];
        return [
          {
            id: TAB_ADDRESS[tab.code],
            titleKey: titleKey(tab.code),
            Body: fieldsOf(type, tab),
            ...(tab.onlyIn && { only: onlyWhere(tab) }),
            ...body,
          },
        ];
      });
      return [
        [type, { informationKey: titleKey(first.code), Information: fieldsOf(type, first), tabs }],
      ] as const;
    }),
  );
}
