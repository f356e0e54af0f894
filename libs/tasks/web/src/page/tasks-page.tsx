import { auditCalls } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage, valueOf, type RecordRow } from '@cotejo/record/client';
import { taskRules } from '@cotejo/tasks-domain';
import { useWorkspace } from '@cotejo/ui';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'tasks-web-page';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

const COLORS = {
  status: {
    pending: 'gray',
    in_progress: 'yellow',
    completed: 'teal',
    reviewed: 'green',
    rejected: 'red',
  },
  priority: { low: 'gray', medium: 'yellow', high: 'orange' },
};

/** Statuses in which the responsible user has finished. */
const DONE = new Set<unknown>(['completed', 'reviewed']);
const isDone = (row: RecordRow) => DONE.has(valueOf(row, 'status'));

/** `/tareas/`: tasks of the account's users with due dates. */
export default function TasksPage() {
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
      rules={taskRules}
      words={WORDS}
      icon={ListChecks}
      nameField="title"
      columns={['title', 'status', 'priority', 'responsible', 'dueDate', 'old', 'audit']}
      form={['title', ['responsible', 'dueDate'], ['priority', 'audit'], 'description', 'file']}
      colors={COLORS}
      references={references}
      firstOrder={{ column: 'dueDate', isDescending: false }}
      kanban={{ by: 'status' }}
      calendar={{ from: 'dueDate' }}
      gantt={{ from: 'createdAt', to: 'dueDate', isDone }}
      chart={{}}
      tree={{ by: ['responsible', 'status'] }}
    />
  );
}
