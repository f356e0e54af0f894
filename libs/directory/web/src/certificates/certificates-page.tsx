import { certificateRules } from '@cotejo/directory-domain';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { GraduationCap } from 'lucide-react';
import { useMemo } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'directory-web-certificates';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

/** `/profile/certificados/`: the user's certificates; with the right to, those of everybody. */
export default function CertificatesPage() {
  const { me } = useWorkspace();
  const given = useMemo(() => ({ holder: me.id }), [me.id]);
  return (
    <RecordPage
      rules={certificateRules}
      words={WORDS}
      icon={GraduationCap}
      nameField="name"
      columns={['holder', 'name', 'issuer', 'date', 'hours', 'until', 'expired', 'file']}
      form={['holder', 'name', 'issuer', ['date', 'until'], 'hours', 'file']}
      given={given}
      firstOrder={{ column: 'date', isDescending: true }}
      calendar={{ from: 'until' }}
      chart={{}}
      tree={{ by: ['holder', 'issuer'] }}
    />
  );
}
