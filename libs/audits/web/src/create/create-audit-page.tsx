import { peopleCalls } from '@cotejo/access-contracts';
import { auditCalls, createAuditBody, type CreatedRecord } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import {
  ConfirmDialog,
  Failure,
  FormMessage,
  notify,
  PageHeader,
  Section,
  useErrorText,
  useFormFault,
  useWorkspace,
} from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { planPath } from '../list/plan-path.ts';
import styles from './create-audit.module.css';
import { FillingProgress } from './filling-progress.tsx';
import type { PlannedAudits } from './planned-facts.ts';
import { PlannedStart } from './planned-start.tsx';
import { templateOf } from './sources-of-kind.ts';
import { StepNav } from './step-nav.tsx';
import { FactsStep } from './steps/facts-step.tsx';
import { KindStep } from './steps/kind-step.tsx';
import { ScopeStep } from './steps/scope-step.tsx';
import { SourceStep } from './steps/source-step.tsx';
import { SummaryStep } from './steps/summary-step.tsx';
import { useWizardDraft, type KeptDraft } from './use-wizard-draft.ts';
import { WizardContext, type Wizard } from './wizard-context.ts';
import { bodyOf, isWholeCopy, STEPS, type Step, type WizardDraft } from './wizard-draft.ts';
import { faultsOf, PLACE_OF_CODE } from './wizard-faults.ts';
import { CREATE_WORDS } from './words.ts';

/** Contract roles that may lead an audit, and those that work on one. */
const LEADING_ROLES: ReadonlySet<string> = new Set(['PM', 'SR', 'ADMIN']);
const WORKING_ROLES: ReadonlySet<string> = new Set([...LEADING_ROLES, 'JR', 'GUEST']);

const CONTENTS: Readonly<Record<Step, ComponentType>> = {
  tipo: KindStep,
  origen: SourceStep,
  alcance: ScopeStep,
  datos: FactsStep,
  resumen: SummaryStep,
};

/** URL parameter: the row of the year's plan that the audit is created for. */
const ROW = 'fila';

export interface CreateAuditPageProps {
  readonly plan: PlannedAudits;
}

/** `/auditorias/nueva/`: creates an audit step by step; what was entered is kept in the browser. */
export function CreateAuditPage({ plan }: CreateAuditPageProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const kept = useWizardDraft();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const row = params.get(ROW);
  // An audit that is complete is still shown when its draft is discarded.
  const [complete, setComplete] = useState<WizardDraft['started']>(null);
  const started = complete ?? kept.draft.started;
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} breadcrumb={[{ label: t('audits'), to: '/' }, { label: t('title') }]} />
      {started ? (
        <FillingProgress
          started={started}
          onDone={() => {
            setComplete(started);
            kept.discard();
          }}
          onBack={() => kept.change((draft) => ({ ...draft, started: null, key: crypto.randomUUID() }))}
        />
      ) : row !== null && kept.draft.planned?.row !== row ? (
        <PlannedStart
          key={row}
          row={row}
          plan={plan}
          kept={kept}
          onReady={() => void navigate(`?paso=${STEPS[0]}`, { replace: true })}
        />
      ) : (
        <Steps kept={kept} plan={plan} />
      )}
    </div>
  );
}

function Steps({ kept, plan }: { readonly kept: KeptDraft } & CreateAuditPageProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const { api, me } = useWorkspace();
  const words = useErrorText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('paso');
  const step = STEPS.find((name) => name === asked) ?? STEPS[0];
  const at = STEPS.indexOf(step);

  const templates = useQuery({
    queryKey: ['audit-templates'],
    queryFn: ({ signal }) => perform(api, auditCalls.templates, {}, { signal }),
  });
  const known = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => perform(api, peopleCalls.users, {}, { signal }),
  });
  const people = (known.data ?? []).filter(({ active, role }) => active && WORKING_ROLES.has(role));
  const leaders = people.filter(({ role }) => LEADING_ROLES.has(role));
  const myself = leaders.find(({ id }) => id === me.id)?.id ?? '';
  const draft: WizardDraft = {
    ...kept.draft,
    template: templateOf(kept.draft, templates.data ?? []),
    leader: kept.draft.leader === '' ? myself : kept.draft.leader,
  };
  const isCopied = isWholeCopy(draft) && draft.from !== '';
  const preview = useQuery({
    queryKey: ['carry', draft.from],
    enabled: isCopied,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => perform(api, auditCalls.carry, { params: { id: draft.from } }, { signal }),
  });

  // Template, leader and version have their defaults once these are read.
  const isReading = templates.isLoading || known.isLoading || preview.isLoading;

  const faults = faultsOf(draft);
  /** Steps whose faults are shown: those that were left by their button, and all at the end. */
  const [shown, show] = useState<ReadonlySet<Step>>(new Set());
  /** Rows that existed at the last attempt: one added since then is not faulty yet. */
  const [judged, judge] = useState<ReadonlySet<string>>(new Set());
  const isJudged = (field: string) => {
    const [, row] = field.split('.');
    return row === undefined || judged.has(row);
  };
  const [refused, setRefused] = useState<{ field: string; text: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const formFault = useFormFault(form);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const to = (next: Step) => void navigate(`?paso=${next}`);

  /** Step that takes the focus once it is shown: at its first fault, or at its heading. */
  const wants = useRef<{ readonly step: Step; readonly focus: 'heading' | 'fault' } | null>(null);
  useEffect(() => {
    if (wants.current?.step !== step) return;
    const { focus } = wants.current;
    wants.current = null;
    const fault =
      focus === 'fault' ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    (fault ?? heading.current)?.focus();
  });
  const goTo = (next: Step, focus: 'heading' | 'fault') => {
    wants.current = { step: next, focus };
    to(next);
  };

  const create = useMutation({
    meta: { shown: true },
    mutationFn: (body: unknown) =>
      perform(api, auditCalls.create, { body: createAuditBody.parse(body) }, { idempotencyKey: draft.key }),
    onSuccess: async (audit: CreatedRecord) => {
      const { id, codigo, llenado } = audit;
      if (draft.planned !== null) {
        // The audit exists: its row can still be linked by hand.
        await plan.link(draft.planned.row, id).catch((error: unknown) => {
          notify.error(t('planned.not_linked', { code: codigo, reason: words(error) }));
        });
      }
      if (llenado) {
        kept.change((before) => ({ ...before, started: { id, code: codigo, items: llenado.elementos } }));
        return;
      }
      kept.discard();
      notify.success(t('done', { code: codigo }));
      void navigate(planPath(id));
    },
    onError: (error) => {
      const place = error instanceof ApiError ? PLACE_OF_CODE[error.code] : undefined;
      if (!place) return;
      setRefused({ field: place.field, text: words(error) });
      goTo(place.step, 'fault');
    },
  });

  const submit = () => {
    const here = step === 'resumen' ? faults : faults.filter((fault) => fault.step === step);
    const [first] = here;
    if (first) {
      show(new Set([...shown, ...here.map((fault) => fault.step)]));
      judge(new Set([...draft.units, ...draft.team].map(({ key }) => key)));
      goTo(first.step, 'fault');
      return;
    }
    if (step === 'resumen') create.mutate(bodyOf(draft, preview.data?.version));
    else goTo(STEPS[at + 1] ?? step, 'heading');
  };

  const wizard: Wizard = {
    draft,
    set: (change) => {
      setRefused(null);
      if (create.isError) create.reset();
      // The answer to an earlier attempt would be that of another audit.
      const key = create.isError ? crypto.randomUUID() : draft.key;
      kept.change((before) => {
        const after =
          typeof change === 'function' ? change({ ...draft, ...before }) : { ...before, ...change };
        return { ...after, key };
      });
    },
    errorOf: (field) => {
      if (refused?.field === field) return refused.text;
      if (field === 'from' && preview.error !== null) return words(preview.error);
      const fault = faults.find((each) => each.field === field);
      return fault && shown.has(fault.step) && isJudged(field)
        ? t(`faults.${fault.key}`, { ...fault.params })
        : undefined;
    },
    today: kept.today,
    templates: templates.data ?? [],
    people,
    preview: preview.data ?? null,
  };
  const Content = CONTENTS[step];
  const failure = create.isError && refused === null ? words(create.error) : null;
  return (
    <WizardContext value={wizard}>
      <div className={styles.wizard}>
        <StepNav step={step} faults={faults} shown={shown} />
        <form
          ref={form}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {kept.isRestored && (
            <p role="status" className={styles.restored}>
              {t('restored')}
            </p>
          )}
          {draft.planned !== null && (
            <p className={styles.restored}>
              {t('planned.of_row', { name: draft.planned.name, year: String(draft.planned.year) })}
            </p>
          )}
          <Section title={t(`steps.${step}.title`)} hint={t(`steps.${step}.hint`)} headingRef={heading}>
            <Content />
          </Section>
          {failure === null ? <FormMessage fault={formFault} /> : <Failure words={failure} />}
          <div className={styles.buttons}>
            {kept.isBegun && (
              <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
                {t('discard.button')}
              </Button>
            )}
            <span className={styles.onward}>
              {at > 0 && (
                <Button variant="default" onClick={() => goTo(STEPS[at - 1] ?? step, 'heading')}>
                  {t('back')}
                </Button>
              )}
              <Button type="submit" loading={create.isPending || isReading}>
                {t(step === 'resumen' ? 'create' : 'next')}
              </Button>
            </span>
          </div>
        </form>
      </div>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('discard.title')}
        question={t('discard.question')}
        left={t('discard.keep')}
        right={t('discard.button')}
        onConfirm={() => {
          setAsking(false);
          show(new Set());
          kept.discard();
          goTo('tipo', 'heading');
        }}
        onClose={() => setAsking(false)}
      />
    </WizardContext>
  );
}
