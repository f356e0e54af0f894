import { committeeRules } from '@cotejo/committees-domain';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { Gavel } from 'lucide-react';
import { useMemo } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'committees-web-page';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

const COLORS = { status: { planned: 'blue', closed: 'green' } };

/** `/comites/`: meetings of the audit committee with their decisions. */
export default function CommitteesPage() {
  const { me } = useWorkspace();
  const given = useMemo(() => ({ organizer: me.id }), [me.id]);
  return (
    <RecordPage
      rules={committeeRules}
      words={WORDS}
      icon={Gavel}
      nameField="name"
      columns={['date', 'hour', 'name', 'status', 'organizer', 'members', 'decisions']}
      form={['name', ['date', 'hour'], 'organizer', 'members', 'description']}
      given={given}
      colors={COLORS}
      firstView="calendar"
      firstOrder={{ column: 'date', isDescending: true }}
      kanban={{ by: 'status' }}
      calendar={{ from: 'date' }}
      gantt={{ from: 'date', to: 'date' }}
      chart={{}}
      tree={{ by: ['year', 'status'] }}
    />
  );
}
