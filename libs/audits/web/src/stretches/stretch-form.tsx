import {
  sprintState,
  visitState,
  type KernelIntent,
  type Stretch,
  type StretchKind,
} from '@cotejo/audits-contracts';
import { stretchesOf } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import {
  CheckField,
  ChoicesField,
  DayField,
  FieldRow,
  FormDialog,
  LongTextField,
  NumberField,
  TextField,
  type FormValues,
} from '@cotejo/ui/form';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';

const SCHEMAS = {
  sprint: sprintState.omit({ isRemoved: true }).partial(),
  visit: visitState.omit({ isRemoved: true }).partial(),
} as const;

interface StretchFormProps {
  readonly kind: StretchKind;
  /** Null creates a new one. */
  readonly stretch: Stretch | null;
  readonly onClose: () => void;
}

/** Creates or changes a sprint or visit. */
export function StretchForm({ kind, stretch, onClose }: StretchFormProps) {
  const { t } = useTranslation('audits-web');
  const { session, person, team, audit } = usePlan();
  const words = useRejectionText();
  const name = stretch?.name ?? '';
  const planned = {
    name,
    position: stretch?.position ?? (stretchesOf(session.view, kind).at(-1)?.position ?? 0) + 1,
    startDate: stretch?.startDate ?? null,
    endDate: stretch?.endDate ?? null,
  };
  const sprint = stretch?.kind === 'sprint' ? stretch : null;
  const members = stretch?.kind === 'visit' ? stretch.members : [];
  const others = members.filter((id) => !team.some((one) => one.id === id)).flatMap((id) => person(id) ?? []);
  const values =
    kind === 'sprint'
      ? {
          ...planned,
          objective: sprint?.objective ?? null,
          scope: sprint?.scope ?? null,
          countsForProgress: sprint?.countsForProgress ?? true,
        }
      : { ...planned, members };
  const send = (typed: FormValues) => {
    const id = stretch?.id ?? crypto.randomUUID();
    const intent = {
      kind: kind === 'sprint' ? 'set_sprint' : 'set_visit',
      stretch: id,
      ...SCHEMAS[kind].parse(typed),
    } as KernelIntent;
    const result = session.act(intent);
    if (result.ok) return Promise.resolve();
    const { code, params = {} } = result.rejection;
    return Promise.reject(new ApiError(422, { error: words(result.rejection), code, details: params }));
  };
  return (
    <FormDialog
      title={stretch ? t(`stretches.${kind}.change`, { name }) : t(`stretches.${kind}.add`)}
      submit={t(stretch ? 'stretches.save' : 'stretches.create')}
      schema={SCHEMAS[kind]}
      sendsChanges={stretch !== null}
      values={values}
      draft={stretch ? null : `${kind}-${audit.id}`}
      fieldOfCode={{ dates_reversed: 'endDate', assignee_not_in_team: 'members' }}
      send={send}
      onClose={onClose}
    >
      <TextField name="name" label={t('stretches.name')} most={200} isRequired autoFocus />
      <FieldRow>
        <DayField name="startDate" label={t('stretches.start')} />
        <DayField name="endDate" label={t('stretches.end')} />
      </FieldRow>
      <NumberField name="position" label={t('stretches.position')} isRequired />
      {kind === 'sprint' ? (
        <>
          <LongTextField name="objective" label={t('stretches.objective')} most={2_000} />
          <LongTextField name="scope" label={t('stretches.scope')} most={2_000} />
          <CheckField
            name="countsForProgress"
            label={t('stretches.counts')}
            description={t('stretches.counts_help')}
          />
        </>
      ) : (
        <ChoicesField
          name="members"
          label={t('stretches.members')}
          options={[...team, ...others].map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
    </FormDialog>
  );
}
