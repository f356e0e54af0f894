import { useWorkspace } from '@cotejo/ui';
import {
  ChoiceField,
  DayField,
  FieldRow,
  FormDialog,
  HoursField,
  LongTextField,
  NumberField,
  PersonField,
  TextField,
  type FormValues,
} from '@cotejo/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { callsOf } from '../calls.ts';
import type { Call } from '@cotejo/http/contracts';
import type { Field, Fields, PersonView } from '../fields.ts';
import type { AnyRecord } from '../record.ts';
import { toWire, wireNameOf } from '../wire.ts';
import { valueOf, type RecordRow } from './record-columns.ts';
import type { RecordWords } from './record-words.ts';

/** Field names in order; those in an inner array share a line. */
export type FormLayout = readonly (string | readonly string[])[];

/** Loads the options of reference fields, by target; called when a form needs them. */
export type ReferenceOptions = Readonly<
  Record<string, () => Promise<readonly { readonly value: string; readonly label: string }[]>>
>;

export interface RecordFormProps {
  readonly record: AnyRecord;
  readonly words: RecordWords;
  /** `create`, `change`, or an act with a body of its own. */
  readonly act: string;
  readonly layout: FormLayout;
  /** Initial values: the record being changed. */
  readonly row: RecordRow | null;
  readonly references: ReferenceOptions;
  readonly send: (body: FormValues) => Promise<void>;
  readonly onClose: () => void;
}

/** Form of an act of a record; its fields are derived from the record's description. */
export function RecordForm(props: RecordFormProps) {
  const { record, words, act, layout, row, send, onClose } = props;
  const { t } = useTranslation('record-client');
  const fields = fieldsOf(record, act);
  const call = (callsOf(record) as unknown as Readonly<Record<string, Call>>)[act];
  const values = useMemo(() => valuesOf(record, fieldsOf(record, act), row), [record, act, row]);
  const title = act === 'create' ? words.create : words.act(act);
  return (
    <FormDialog
      title={title}
      submit={act === 'create' || act === 'change' ? t('save') : title}
      schema={call?.body as z.ZodType<unknown, FormValues>}
      values={values}
      sendsChanges={act === 'change'}
      send={send}
      draft={`${record.name}:${act}:${row?.id ?? ''}`}
      onClose={onClose}
    >
      {layout.map((line, at) =>
        typeof line === 'string' ? (
          <RecordField key={line} {...props} name={line} field={fields[line]} isFirst={at === 0} />
        ) : (
          <FieldRow key={line.join()}>
            {line.map((name) => (
              <RecordField key={name} {...props} name={name} field={fields[name]} isFirst={false} />
            ))}
          </FieldRow>
        ),
      )}
    </FormDialog>
  );
}

/** Fields that an act takes. */
export const fieldsOf = (record: AnyRecord, act: string): Fields =>
  act === 'create' || act === 'change' ? record.fields : (record.acts[act]?.body ?? {});

/** Initial values of an act's fields, with wire names and values. */
function valuesOf(record: AnyRecord, fields: Fields, row: RecordRow | null): FormValues {
  const written = Object.entries(fields).filter(([, { isWritten }]) => isWritten);
  const values = written.map(([name, field]) => {
    const value = row === null ? null : valueOf(row, name);
    const plain = typeof value === 'object' && value !== null ? (value as PersonView).id : value;
    const isText = field.kind === 'line' || field.kind === 'text';
    return [name, plain ?? (isText && !field.isOptional ? '' : null)] as const;
  });
  return toWire(record, Object.fromEntries(values));
}

interface RecordFieldProps extends Pick<RecordFormProps, 'record' | 'words' | 'references'> {
  readonly name: string;
  readonly field: Field | undefined;
  readonly isFirst: boolean;
}

function RecordField({ record, words, references, name, field, isFirst }: RecordFieldProps) {
  if (field === undefined) throw new Error(`${record.name} has no field "${name}" to be written`);
  const shared = {
    name: wireNameOf(record, name),
    label: words.field(name),
    isRequired: !field.isOptional,
    autoFocus: isFirst,
  };
  switch (field.kind) {
    case 'line':
      return <TextField {...shared} most={field.most ?? undefined} />;
    case 'text':
      return <LongTextField {...shared} most={field.most ?? undefined} />;
    case 'number':
      return <NumberField {...shared} />;
    case 'minutes':
      return <HoursField {...shared} />;
    case 'day':
      return <DayField {...shared} />;
    case 'person':
      return <PersonField {...shared} />;
    case 'choice':
      return (
        <ChoiceField
          {...shared}
          options={Object.entries(field.options ?? {}).map(([value, onWire]) => ({
            value: onWire,
            label: words.option(name, value),
          }))}
        />
      );
    case 'reference':
      return <ReferenceField {...shared} target={field.target ?? ''} references={references} />;
    case 'flag':
    case 'status':
      // A status is never written directly; written flags have no form field yet because no record has one.
      throw new Error(`${record.name} has no field to write "${name}"`);
  }
}

interface ReferenceFieldProps extends Omit<Parameters<typeof ChoiceField>[0], 'options'> {
  readonly target: string;
  readonly references: ReferenceOptions;
}

function ReferenceField({ target, references, ...field }: ReferenceFieldProps) {
  const { me } = useWorkspace();
  const read = references[target];
  const known = useQuery({
    queryKey: ['record', 'references', target, me.id],
    queryFn: () => read?.() ?? [],
  });
  return <ChoiceField {...field} options={known.data ?? []} isLoading={known.isPending} />;
}
