export {
  CheckField,
  ChoiceField,
  ChoicesField,
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
  useField,
  type ChoiceFieldProps,
  type FieldProps,
} from './fields.tsx';
export { FormDialog, type FormDialogProps } from './form-dialog.tsx';
export { FormPage, type FormPageProps } from './form-page.tsx';
export type { FormValues } from './use-call-form.ts';
export { useFormValue } from './use-form-value.ts';
