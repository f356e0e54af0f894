import { useCallback, useEffect, useState, type RefObject } from 'react';

/** The two messages of a form (specification 1, section 5): something is still to be filled in, or is wrong. */
export type FormFault = 'pending' | 'wrong';

const isEmpty = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.type === 'checkbox' ? !(field as HTMLInputElement).checked : field.value.trim() === '';

/** By the fields that are marked as faulty: what is missing is told first. Null where none is. */
export function formFault(form: HTMLFormElement | null): FormFault | null {
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input[aria-invalid="true"], textarea[aria-invalid="true"]',
  );
  if (fields === undefined || fields.length === 0) return null;
  return [...fields].some(isEmpty) ? 'pending' : 'wrong';
}

/** The same of the form on screen, as its fields are after every render. */
export function useFormFault(formRef: RefObject<HTMLFormElement | null>): FormFault | null {
  const [fault, setFault] = useState<FormFault | null>(null);
  const look = useCallback(() => setFault(formFault(formRef.current)), [formRef]);
  useEffect(() => look());
  return fault;
}
