import { useWorkspace } from '@cotejo/ui';
import {
  ChoiceField,
  DayField,
  FieldRow,
  FormDialog,
  HoursField,
  LongTextField,
  MoneyField,
  NumberField,
  PeopleField,
  PersonField,
  TextField,
  type FormValues,
} from '@cotejo/ui/form';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callsOf } from '../calls.ts';
import type { Call } from '@cotejo/http/contracts';
import { isFile, type Field, type Fields } from '../fields.ts';
import { writeFileTarget } from '../file-target.ts';
import { fieldsOfAct, type AnyRecord } from '../record.ts';
import { storedOf, toWire, wireNameOf } from '../wire.ts';
import { withFileIds } from './file-entries.ts';
import { valueOf, type RecordRow } from './record-columns.ts';
import type { RecordWords } from './record-words.ts';

/** An optional field that the rules of the act require. */
interface AskedField {
  readonly asked: string;
}

/** Field names in order; those in an inner array share a line. */
export type FormLayout = readonly (string | AskedField | readonly string[])[];

/** Loads the options of reference fields, by target; called when a form needs them. */
export type ReferenceOptions = Readonly<
  Record<string, () => Promise<readonly { readonly value: string; readonly label: string }[]>>
>;

/** Values by their names in code. */
export type Given = Readonly<Record<string, unknown>>;

export interface RecordFormProps {
  readonly record: AnyRecord;
  readonly words: RecordWords;
  /** `create`, `change`, or an act with a body of its own. */
  readonly act: string;
  readonly layout: FormLayout;
  /** Initial values: the record being changed. */
  readonly row: RecordRow | null;
  /** In place of the row's values. */
  readonly given?: Given;
  readonly references: ReferenceOptions;
  readonly send: (body: FormValues) => Promise<void>;
  /** Fields, by their names on the wire, that refusals are about; see `FormDialog`. */
  readonly fieldOfCode?: Readonly<Record<string, string>> | undefined;
  /** Title of the record that the act is about, shown beside the act's name. */
  readonly of?: string | undefined;
  readonly onClose: () => void;
  /** After the fields; may follow their values. */
  readonly children?: ReactNode;
}

/** Form of an act of a record; its fields are derived from the record's description. */
export function RecordForm(props: RecordFormProps) {
  const { record, words, act, layout, row, given = NOTHING_GIVEN, send, onClose } = props;
  const { t } = useTranslation('record-client');
  const fields = useMemo(() => fieldsOfAct(record, act), [record, act]);
  const call = (callsOf(record) as unknown as Readonly<Record<string, Call>>)[act];
  const values = useMemo(() => valuesOf(record, fields, row, given), [record, fields, row, given]);
  const schema = useMemo(() => {
    const body = call?.body as z.ZodType<unknown, FormValues>;
    if (!Object.values(fields).some(isFile)) return body;
    return z.preprocess((typed: FormValues) => withFileIds(record, fields, typed), body);
  }, [record, fields, call]);
  const title = act === 'create' ? words.create : words.act(act);
  return (
    <FormDialog
      title={props.of === undefined ? title : t('act_on', { act: title, title: props.of })}
      submit={act === 'create' || act === 'change' ? t('save') : title}
      schema={schema}
      values={values}
      sendsChanges={act === 'change'}
      send={(typed) => send(withFileIds(record, fields, typed))}
      draft={`${record.name}:${act}:${row?.id ?? ''}`}
      {...(props.fieldOfCode !== undefined && { fieldOfCode: props.fieldOfCode })}
      onClose={onClose}
    >
      {layout.map((line, at) => {
        if (typeof line === 'string')
          return <RecordField key={line} {...props} name={line} field={fields[line]} isFirst={at === 0} />;
        if ('asked' in line)
          return (
            <RecordField key={line.asked} {...props} name={line.asked} field={fields[line.asked]} isAsked />
          );
        return (
          <FieldRow key={line.join()}>
            {line.map((name) => (
              <RecordField key={name} {...props} name={name} field={fields[name]} />
            ))}
          </FieldRow>
        );
      })}
      {props.children}
    </FormDialog>
  );
}

const NOTHING_GIVEN: Given = {};

/** Initial values of an act's fields, with wire names and values. */
function valuesOf(record: AnyRecord, fields: Fields, row: RecordRow | null, given: Given): FormValues {
  const shown = row === null ? {} : storedOf(fields, row as unknown as Given);
  const values = Object.entries(fields).map(([name, field]) => {
    const { kind, isOptional } = field;
    // With their names, which the field shows.
    if (isFile(field) && row !== null) return [name, valueOf(row, name)] as const;
    const empty = kind === 'people' || kind === 'files' ? [] : TEXTS.has(kind) && !isOptional ? '' : null;
    return [name, given[name] ?? shown[name] ?? empty] as const;
  });
  return toWire(record, Object.fromEntries(values));
}
const FilesField = lazy(() => import('./files-field.tsx'));

const TEXTS: ReadonlySet<Field['kind']> = new Set(['line', 'text', 'email', 'time']);

/** Currency of amounts; accounts have no setting for it yet. */
const CURRENCY = 'COP';

interface RecordFieldProps extends Pick<RecordFormProps, 'record' | 'words' | 'references'> {
  readonly name: string;
  readonly field: Field | undefined;
  readonly isFirst?: boolean;
  readonly isAsked?: boolean;
}

function RecordField(props: RecordFieldProps) {
  const { record, words, references, name, field, isFirst = false, isAsked = false } = props;
  if (field === undefined) throw new Error(`${record.name} has no field "${name}" to be written`);
  const shared = {
    name: wireNameOf(record, name),
    label: words.field(name),
    isRequired: isAsked || (!field.isOptional && field.kind !== 'people' && field.kind !== 'files'),
    autoFocus: isFirst,
  };
  switch (field.kind) {
    case 'line':
      return <TextField {...shared} most={field.most ?? undefined} />;
    case 'text':
      return <LongTextField {...shared} most={field.most ?? undefined} />;
    case 'email':
      return <TextField {...shared} type="email" most={field.most ?? undefined} />;
    case 'time':
      return <TextField {...shared} type="time" />;
    case 'day':
      return <DayField {...shared} />;
    case 'number':
      return <NumberField {...shared} />;
    case 'minutes':
      return <HoursField {...shared} />;
    case 'money':
      return <MoneyField {...shared} currency={CURRENCY} />;
    case 'person':
      return <PersonField {...shared} isStaff={field.isStaff} />;
    case 'people':
      return <PeopleField {...shared} isStaff={field.isStaff} />;
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
    case 'file':
    case 'files':
      return (
        <Suspense>
          <FilesField
            {...shared}
            target={writeFileTarget({ record: record.name, field: name })}
            isOne={field.kind === 'file'}
          />
        </Suspense>
      );
    case 'flag':
    case 'list':
    case 'status':
      // Lists and statuses are never written directly; written flags have no form field yet because no record has one.
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
