import type { RiskLevel } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { Options } from './options.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

interface ScaleFieldProps extends ValueFieldProps {
  readonly steps: readonly number[];
}

const levelOf = (step: number): RiskLevel => (step < 3 ? 'low' : step === 3 ? 'mid' : 'high');

/** A scale with named steps, such as probability and impact. */
export function ScaleField({ type, valueKey, lock, steps }: ScaleFieldProps) {
  const { t } = useTranslation('audits-contracts');
  const field = useValue(type, valueKey);
  return (
    <FieldFrame field={field} lock={lock} labels="group" isWide>
      {({ labelId, describedBy, isDisabled }) => (
        <Options
          options={steps.map((step) => ({
            value: step,
            level: levelOf(step),
            label: (
              <>
                <b className="num">{step}</b>
                <span className={styles.word}>{t(`valueOption.${type}.${valueKey}.${step}`)}</span>
              </>
            ),
          }))}
          value={typeof field.value === 'number' ? field.value : null}
          labelledBy={labelId}
          describedBy={describedBy}
          disabled={isDisabled}
          onChoose={field.set}
        />
      )}
    </FieldFrame>
  );
}
