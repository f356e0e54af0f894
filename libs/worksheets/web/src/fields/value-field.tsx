import type { ItemType } from '@cotejo/audits-contracts';
import type { WorksheetField } from '@cotejo/worksheets-domain';
import { AmountField } from './amount-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DayField } from './day-field.tsx';
import { GradeField } from './grade-field.tsx';
import { HoursField } from './hours-field.tsx';
import { NumberField } from './number-field.tsx';
import { PercentField } from './percent-field.tsx';
import { ScaleField } from './scale-field.tsx';
import { SuggestedCount } from './suggested-count.tsx';
import { SwitchField } from './switch-field.tsx';

interface AnyValueFieldProps {
  readonly type: ItemType;
  readonly field: Extract<WorksheetField, { kind: 'value' }>;
  readonly lock: string | null;
}

/** Amounts whose currency is another value; it is edited beside the amount only. */
export const CURRENCY_OF: Readonly<Record<string, string>> = { lossAmount: 'lossCurrency' };

const isNumbers = (options: readonly (string | number)[]): options is readonly number[] =>
  options.every((option) => typeof option === 'number');

/** Field of a value, chosen by its control. */
export function AnyValueField({ type, field: { key, control, options = [] }, lock }: AnyValueFieldProps) {
  const props = { type, valueKey: key, lock };
  switch (control) {
    case 'scale':
      return <ScaleField {...props} steps={options.filter((option) => typeof option === 'number')} />;
    case 'choice':
      return isNumbers(options) ? (
        <GradeField {...props} grades={options} sense={key === 'impact' ? 'harm' : 'strength'} />
      ) : (
        <ChoiceField {...props} options={options} />
      );
    case 'switch':
      return <SwitchField {...props} />;
    case 'number':
      return key === 'suggestedTests' || key === 'sampleSize' ? (
        <SuggestedCount {...props} />
      ) : (
        <NumberField {...props} />
      );
    case 'percent':
      return <PercentField {...props} />;
    case 'hours':
      return <HoursField {...props} />;
    case 'date':
      return <DayField {...props} />;
    case 'amount':
      return <AmountField {...props} currencyKey={CURRENCY_OF[key] ?? ''} />;
  }
}
