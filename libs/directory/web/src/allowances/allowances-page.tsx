import { auditCalls } from '@cotejo/audits-contracts';
import { allowanceRules } from '@cotejo/directory-domain';
import { perform } from '@cotejo/http/client';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { Wallet } from 'lucide-react';
import { useMemo } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'directory-web-allowances';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

/** `/viaticos/`: personal allowances by project and by user. */
export default function AllowancesPage() {
  const { api } = useWorkspace();
  const references = useMemo(
    () => ({
      audit: async () =>
        (await perform(api, auditCalls.list, {})).map(({ id, codigo, nombre }) => ({
          value: id,
          label: `${codigo} · ${nombre}`,
        })),
    }),
    [api],
  );
  return (
    <RecordPage
      rules={allowanceRules}
      words={WORDS}
      icon={Wallet}
      nameField="concept"
      columns={['holder', 'audit', 'concept', 'amount', 'firstDay', 'lastDay']}
      form={['holder', 'audit', ['concept', 'amount'], ['firstDay', 'lastDay'], 'note']}
      references={references}
      firstOrder={{ column: 'firstDay', isDescending: true }}
      kanban={{ by: 'concept' }}
      calendar={{ from: 'firstDay' }}
      gantt={{ from: 'firstDay', to: 'lastDay' }}
      chart={{}}
      tree={{ by: ['audit', 'holder'] }}
    />
  );
}
