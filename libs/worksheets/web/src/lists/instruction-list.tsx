import { instructionOption, procedureAction, type ItemType } from '@cotejo/audits-contracts';
import type { RiskLevel } from '@cotejo/ui';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../fields/field-frame.tsx';
import fieldStyles from '../fields/fields.module.css';
import { Options } from '../fields/options.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useValue } from '../fields/use-value.ts';
import { CardList } from './card-list.tsx';
import { RaiseFinding } from './raise-finding.tsx';

const OPTION_LEVEL: Readonly<Record<string, RiskLevel>> = { conforms: 'low', exception: 'high' };

/** Instructions with their results, in order. */
export function InstructionList({ type }: { readonly type: ItemType }) {
  return (
    <CardList kind="instruction">
      {(id) => (
        <>
          <TextField type={type} field={`instruction.${id}.text`} lines={2} />
          <InstructionResult type={type} id={id} />
          <TextField type={type} field={`instruction.${id}.evidence`} lines={2} />
        </>
      )}
    </CardList>
  );
}

/** Result of an instruction, and the procedure applied. */
function InstructionResult({ type, id }: { readonly type: ItemType; readonly id: string }) {
  const { t } = useTranslation('worksheets-web');
  const option = useValue(type, `instruction.${id}.option`);
  const action = useValue(type, `instruction.${id}.action`);
  return (
    <div className={fieldStyles.grid}>
      <FieldFrame
        field={{ ...option, label: t('list.instruction.option') }}
        lock={null}
        labels="group"
        isWide
      >
        {({ labelId, describedBy, isDisabled }) => (
          <Options
            options={instructionOption.options.map((value) => {
              const level = OPTION_LEVEL[value];
              return { value, label: option.optionWord(value), ...(level && { level }) };
            })}
            value={instructionOption.safeParse(option.value).data ?? null}
            labelledBy={labelId}
            describedBy={describedBy}
            disabled={isDisabled}
            onChoose={option.set}
          />
        )}
      </FieldFrame>
      {option.value === 'exception' && (
        <div data-wide>
          <RaiseFinding />
        </div>
      )}
      <FieldFrame field={{ ...action, label: t('list.instruction.action') }} lock={null} isWide>
        {({ id: inputId, describedBy, isDisabled }) => (
          <Select
            id={inputId}
            // Mantine's Select does not pass `aria-describedby` to its input, so it is set here.
            attributes={{ input: { 'aria-describedby': describedBy } }}
            placeholder={isDisabled ? '' : t('field.choose')}
            data={procedureAction.options.map((value) => ({ value, label: action.optionWord(value) }))}
            value={typeof action.value === 'string' ? action.value : null}
            disabled={isDisabled}
            allowDeselect={false}
            checkIconPosition="right"
            onChange={(chosen) => action.set(chosen)}
          />
        )}
      </FieldFrame>
    </div>
  );
}
