import { accessCalls } from '@cotejo/access-contracts';
import { responsibleRules } from '@cotejo/directory-domain';
import { perform } from '@cotejo/http/client';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { BookUser } from 'lucide-react';
import { useMemo } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'directory-web-responsibles';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

const FIELDS = ['name', 'email', ['job', 'area'], 'copyTo'] as const;

/** `/responsables/`: people of the audited side who answer findings and plans. */
export default function ResponsiblesPage() {
  const { api, can } = useWorkspace();
  const references = useMemo(
    () => ({
      slot: async () =>
        (await perform(api, accessCalls.slots.slots, {}))
          // The ordinal counts slots of every type, as in the list.
          .map((slot, at) => ({ ...slot, ordinal: `#${at + 1}` }))
          .filter(({ type }) => type === 'owner')
          .map(({ slotId, ordinal, first_name: first, last_name: last }) => ({
            value: slotId,
            label: [ordinal, [first, last].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
          })),
    }),
    [api],
  );
  return (
    <RecordPage
      rules={responsibleRules}
      words={WORDS}
      icon={BookUser}
      nameField="name"
      columns={['name', 'email', 'job', 'area', 'exchangeSlot', 'copyTo']}
      form={can('user_slots.list') ? [...FIELDS, 'exchangeSlot'] : FIELDS}
      references={references}
      firstOrder={{ column: 'name', isDescending: false }}
      chart={{}}
      tree={{ by: ['area', 'job'] }}
    />
  );
}
