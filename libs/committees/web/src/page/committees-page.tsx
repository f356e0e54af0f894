import type { CommitteeRow } from '@cotejo/committees-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { committeeRules } from '@cotejo/committees-domain';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage, type RecordActs, type RecordRow } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { Gavel } from 'lucide-react';
import { useMemo } from 'react';
import { Agenda } from '../agenda/agenda.tsx';
import agendaEn from '../agenda/i18n/en.json' with { type: 'json' };
import agendaEs from '../agenda/i18n/es.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'committees-web-page';
export const words: readonly TranslationBundle[] = [
  { namespace: WORDS, es, en },
  { namespace: 'committees-web-agenda', es: agendaEs, en: agendaEn },
  auditsContractsTranslations,
  recordClientTranslations,
];

const COLORS = { status: { planned: 'blue', closed: 'green' } };

/** Shown and offered by `Agenda`. */
const AGENDA_FIELDS = ['agenda', 'proposed'];
const AGENDA_ACTS = ['addTopic', 'moveTopic', 'removeTopic'];
const agendaOf = (row: RecordRow, acts: RecordActs) => (
  <Agenda row={row as unknown as CommitteeRow} acts={acts} />
);

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
      columns={['date', 'hour', 'name', 'status', 'organizer', 'members', 'agenda', 'decisions', 'documents']}
      form={['name', ['date', 'hour'], 'organizer', 'members', 'description', 'documents']}
      given={given}
      colors={COLORS}
      firstView="calendar"
      firstOrder={{ column: 'date', isDescending: true }}
      kanban={{ by: 'status' }}
      calendar={{ from: 'date' }}
      gantt={{ from: 'date', to: 'date' }}
      chart={{}}
      tree={{ by: ['year', 'status'] }}
      panelFields={AGENDA_FIELDS}
      panelActs={AGENDA_ACTS}
      panel={agendaOf}
    />
  );
}
