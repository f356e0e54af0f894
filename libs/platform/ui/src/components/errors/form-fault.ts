import { useCallback, useEffect, useState, type RefObject } from 'react';

/** Messages of a form (specification 1, section 5): a required field is empty, or a value is invalid. */
export type FormFault = 'pending' | 'wrong';

const isEmpty = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.type === 'checkbox' ? !(field as HTMLInputElement).checked : field.value.trim() === '';

/** Fault of the fields marked `aria-invalid`; empty fields take precedence. Null if none is marked. */
export function formFault(form: HTMLFormElement | null): FormFault | null {
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input[aria-invalid="true"], textarea[aria-invalid="true"]',
  );
  if (fields === undefined || fields.length === 0) return null;
  return [...fields].some(isEmpty) ? 'pending' : 'wrong';
}

/** Fault of a mounted form, evaluated after every render. */
export function useFormFault(formRef: RefObject<HTMLFormElement | null>): FormFault | null {
  const [fault, setFault] = useState<FormFault | null>(null);
  const look = useCallback(() => setFault(formFault(formRef.current)), [formRef]);
  useEffect(() => look());
  return fault;
}
