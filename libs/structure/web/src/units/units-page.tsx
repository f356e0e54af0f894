import { perform } from '@cotejo/http/client';
import type { TranslationBundle } from '@cotejo/i18n';
import { rowFromWire, toWire } from '@cotejo/record';
import { recordClientTranslations, RecordPage } from '@cotejo/record/client';
import { orgUnit, orgUnitCalls } from '@cotejo/structure-contracts';
import { orgUnitRules } from '@cotejo/structure-domain';
import { useWorkspace } from '@cotejo/ui';
import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useSettingsCrumb } from '../settings-crumb.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'structure-web-units';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

const COLORS = { level: { company: 'indigo', business_unit: 'teal', process: 'gray' } };
/** Levels that something can belong to, on the wire. */
const ABOVE = ['company', 'business_unit'].map((level) => toWire(orgUnit, { level })['nivel']).join();

/** `/configuraciones/estructura/`: companies, business units and processes as one tree. */
export default function UnitsPage() {
  const { api } = useWorkspace();
  const breadcrumb = useSettingsCrumb();
  const references = useMemo(
    () => ({
      async org_unit() {
        const query = { nivel: ABOVE, orden: 'nombre', por_pagina: '500' };
        const { filas } = await perform(api, orgUnitCalls().list, { query });
        return filas
          .map((wire) => rowFromWire(orgUnit, wire))
          .map(({ id, name, parent }) => ({
            value: id as string,
            label: [parent?.name, name].filter(Boolean).join(' › '),
          }))
          .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
      },
    }),
    [api],
  );
  return (
    <RecordPage
      rules={orgUnitRules}
      words={WORDS}
      icon={Building2}
      nameField="name"
      columns={['name', 'level', 'code', 'parent', 'responsible']}
      form={['name', ['level', 'parent'], ['code', 'responsible'], 'description']}
      colors={COLORS}
      references={references}
      breadcrumb={breadcrumb}
      firstView="tree"
      firstOrder={FIRST_ORDER}
      tree={TREE}
    />
  );
}

const FIRST_ORDER = { column: 'name', isDescending: false };
const TREE = { by: { parent: 'parent' } };
