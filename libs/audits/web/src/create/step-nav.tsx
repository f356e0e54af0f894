import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './create-audit.module.css';
import { STEPS, type Step } from './wizard-draft.ts';
import type { Fault } from './wizard-faults.ts';
import { CREATE_WORDS } from './words.ts';

interface StepNavProps {
  readonly step: Step;
  readonly faults: readonly Fault[];
  /** Steps whose faults are shown. */
  readonly shown: ReadonlySet<Step>;
}

/** The steps with their state; any of them can be opened at any time. */
export function StepNav({ step, faults, shown }: StepNavProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const at = STEPS.indexOf(step);
  const stateOf = (name: Step, place: number): 'fault' | 'done' | 'open' => {
    const hasFault = faults.some((fault) => fault.step === name);
    if (hasFault) return shown.has(name) ? 'fault' : 'open';
    return place < at ? 'done' : 'open';
  };
  return (
    <nav aria-label={t('steps.label')} className={styles.nav}>
      <ol>
        {STEPS.map((name, place) => {
          const state = stateOf(name, place);
          return (
            <li key={name}>
              <Link
                to={`?paso=${name}`}
                className={styles.step}
                data-state={state}
                {...(name === step && { 'aria-current': 'step' as const })}
              >
                <span className={styles.mark} aria-hidden>
                  {state === 'done' && <Check size={14} />}
                  {state === 'fault' && <TriangleAlert size={14} />}
                  {state === 'open' && place + 1}
                </span>
                <span className={styles.label}>{t(`steps.${name}.label`)}</span>
                {state !== 'open' && <span className="visually-hidden">{t(`steps.state.${state}`)}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
