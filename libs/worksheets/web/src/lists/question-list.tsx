import { surveyAnswer, type ItemType } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../fields/field-frame.tsx';
import { Options } from '../fields/options.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useValue } from '../fields/use-value.ts';
import { CardList } from './card-list.tsx';

/** Survey of a process: questions with answers and comments. */
export function QuestionList({ type }: { readonly type: ItemType }) {
  return (
    <CardList kind="question">
      {(id) => (
        <>
          <TextField type={type} field={`question.${id}.text`} lines={1} />
          <Answer type={type} id={id} />
          <TextField type={type} field={`question.${id}.comment`} lines={1} />
        </>
      )}
    </CardList>
  );
}

function Answer({ type, id }: { readonly type: ItemType; readonly id: string }) {
  const { t } = useTranslation('worksheets-web');
  const answer = useValue(type, `question.${id}.answer`);
  return (
    <FieldFrame field={{ ...answer, label: t('list.question.answer') }} lock={null} labels="group" isWide>
      {({ labelId, describedBy, isDisabled }) => (
        <Options
          options={surveyAnswer.options.map((value) => ({ value, label: answer.optionWord(value) }))}
          value={surveyAnswer.safeParse(answer.value).data ?? null}
          labelledBy={labelId}
          describedBy={describedBy}
          disabled={isDisabled}
          onChoose={answer.set}
        />
      )}
    </FieldFrame>
  );
}
