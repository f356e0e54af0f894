import { gradeLevel, type GradeSense } from '@cotejo/ui';
import { FieldFrame } from './field-frame.tsx';
import { Options, type Option } from './options.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** Options of grades with figure, word and colour. */
export const gradeOptions = (
  grades: readonly number[],
  sense: GradeSense,
  wordOf: (grade: number) => string,
): readonly Option<number>[] =>
  grades.map((value) => {
    const level = gradeLevel(value, sense);
    return { value, label: `${value === 0 ? '' : `${value} · `}${wordOf(value)}`, ...(level && { level }) };
  });

interface GradeFieldProps extends ValueFieldProps {
  readonly grades: readonly number[];
  readonly sense: GradeSense;
}

/** Selects 1, 3 or 5. */
export function GradeField({ type, valueKey, lock, grades, sense }: GradeFieldProps) {
  const field = useValue(type, valueKey);
  return (
    <FieldFrame field={field} lock={lock} labels="group" isWide>
      {({ labelId, describedBy, isDisabled }) => (
        <Options
          options={gradeOptions(grades, sense, field.optionWord)}
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
