export {
  ChoiceField,
  DayField,
  FieldRow,
  HoursField,
  LongTextField,
  MoneyField,
  NumberField,
  PeopleField,
  PersonField,
  RadioField,
  TextField,
  type ChoiceFieldProps,
  type FieldProps,
} from './fields.tsx';
export { FormDialog, type FormDialogProps } from './form-dialog.tsx';
export { FormPage, type FormPageProps } from './form-page.tsx';
export type { FormValues } from './use-call-form.ts';
