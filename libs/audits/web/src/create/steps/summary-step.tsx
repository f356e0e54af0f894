import { Facts, useFormat, type Fact } from '@cotejo/ui';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../create-audit.module.css';
import { useWizard } from '../wizard-context.ts';
import { hasScope, isCarried, isWholeCopy, linesOf, STEPS, type Step } from '../wizard-draft.ts';
import { faultsOf } from '../wizard-faults.ts';
import { CREATE_WORDS } from '../words.ts';

/** All that was chosen before the audit is created; each part leads back to its step. */
export function SummaryStep() {
  const { t } = useTranslation(CREATE_WORDS);
  const { draft } = useWizard();
  const facts = useFacts();
  const faults = faultsOf(draft);
  return (
    <Stack gap="md">
      {STEPS.filter((step) => step !== 'resumen').map((step) => {
        const open = faults.filter((fault) => fault.step === step);
        return (
          <section key={step} className={styles.part} aria-labelledby={`part-${step}`}>
            <div className={styles.partHead}>
              <h3 id={`part-${step}`} className={styles.subtitle}>
                {t(`steps.${step}.label`)}
              </h3>
              <Link to={`?paso=${step}`}>
                {t('change')}
                <span className="visually-hidden"> {t(`steps.${step}.label`)}</span>
              </Link>
            </div>
            <Facts facts={facts[step]} />
            {open.length > 0 && (
              <ul className={styles.faults}>
                {open.map(({ field, key, params }) => (
                  <li key={`${field}/${key}`}>
                    {FIELD_NAMES.has(field) && `${t(`facts.${FIELD_NAMES.get(field) as 'name'}`)}: `}
                    {t(`faults.${key}`, { ...params })}
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </Stack>
  );
}

/** Fields whose fault alone does not say what is missing. */
const FIELD_NAMES: ReadonlyMap<string, string> = new Map(
  ['name', 'start', 'end', 'leader', 'year', 'code'].map((field) => [field, field]),
);

function useFacts(): Readonly<Record<Exclude<Step, 'resumen'>, readonly Fact[]>> {
  const { t } = useTranslation(CREATE_WORDS);
  const format = useFormat();
  const { draft, templates, people, preview } = useWizard();
  const nameOf = (user: string): string => {
    const person = people.find(({ id }) => id === user);
    return person ? `${person.first_name} ${person.last_name}` : t('none');
  };
  const fact = (label: string, value: Fact['value']): Fact => ({
    label,
    value: value === '' ? t('none') : value,
  });
  const hours = (value: number | ''): string => (value === '' ? t('none') : format.hours(value));
  const days = [draft.start, draft.end].map((day) => (day === '' ? t('none') : format.date(day))).join(' – ');
  const takes = [
    draft.takesTeam && t('takes.team'),
    draft.takesFindings && t('takes.findings'),
    draft.takesRatings && t('takes.ratings'),
  ].filter((text) => text !== false);
  return {
    tipo: [fact(t('kind'), t(`kinds.${draft.kind}.label`))],
    origen: [
      fact(t('source'), t(`sources.${draft.source}.label`)),
      ...(isWholeCopy(draft)
        ? []
        : [fact(t('template'), templates.find(({ id }) => id === draft.template)?.nombre ?? '')]),
      ...(isCarried(draft) ? [fact(t('from.label'), draft.fromName)] : []),
      ...(isWholeCopy(draft) && preview ? [fact(t('from.version'), format.number(preview.version, 0))] : []),
      ...(draft.source === 'evaluation' ? [fact(t('from.unit'), draft.unitName)] : []),
      ...(draft.source === 'roll_forward' ? [fact(t('takes.label'), takes.join(', '))] : []),
    ],
    alcance: hasScope(draft)
      ? [
          ...draft.units.map(({ company, unit, processes, risks }) =>
            fact(
              [company, unit].filter(Boolean).join(' › ') || t('scope.unit'),
              <Names names={[...processes, ...risks]} />,
            ),
          ),
          fact(t('scope.processes'), <Names names={linesOf(draft.processes)} />),
          fact(t('scope.risks'), <Names names={linesOf(draft.risks)} />),
        ]
      : [fact(t('scope.label'), isWholeCopy(draft) ? t('scope.same') : t('scope.of_template'))],
    datos: [
      fact(t('facts.name'), draft.name),
      fact(t('facts.code'), draft.code === '' ? t('facts.next_code') : draft.code),
      fact(t('facts.year'), String(draft.year)),
      fact(t('facts.days'), days),
      fact(t('facts.frequency'), t(`frequency.${draft.frequency}`)),
      fact(t('facts.type'), t(`type.${draft.type}`)),
      fact(t('facts.hours'), hours(draft.hours)),
      fact(t('facts.cost'), draft.cost === '' ? '' : `${format.number(draft.cost, 0)} COP`),
      fact(t('facts.leader'), nameOf(draft.leader)),
      fact(t('facts.leader_hours'), hours(draft.leaderHours)),
      fact(
        t('team.title'),
        <Names names={draft.team.map(({ user, role }) => `${nameOf(user)} (${t(`roles.${role}`)})`)} />,
      ),
    ],
  };
}

function Names({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation(CREATE_WORDS);
  if (names.length === 0) return <>{t('none')}</>;
  return (
    <ul className={styles.names}>
      {names.map((name, place) => (
        <li key={`${place}/${name}`}>{name}</li>
      ))}
    </ul>
  );
}
