import { useWorkspace } from '@cotejo/ui';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sourcesOf } from '../sources-of-kind.ts';
import { useWizard } from '../wizard-context.ts';
import { KINDS } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';

const NO_ORIGIN = { from: '', fromName: '', unit: '', unitName: '' } as const;

/** Kind of record; another kind has other templates and sources. */
export function KindStep() {
  const { t } = useTranslation(CREATE_WORDS);
  const { can } = useWorkspace();
  const { draft, set, templates } = useWizard();
  return (
    <Radio.Group
      label={t('kind')}
      value={draft.kind}
      onChange={(value) => {
        const kind = KINDS.find((each) => each === value) ?? draft.kind;
        const offered = sourcesOf(kind, templates, can('pyr_evaluacion.list'));
        const source = offered.includes(draft.source) ? draft.source : (offered[0] ?? 'blank');
        set({ kind, source, template: '', ...NO_ORIGIN });
      }}
    >
      <Stack gap={10} mt={8}>
        {KINDS.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`kinds.${kind}.label`)}
            description={t(`kinds.${kind}.hint`)}
            disabled={draft.planned !== null && draft.kind !== kind}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
