import { useFormFault, type FormFault } from '../components/errors/form-fault.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';

export interface FaultFocus {
  /** Ref for the observed form. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** Combined fault of the fields; null for none. */
  readonly fault: FormFault | null;
  /** Call after a submission: focuses the first faulty field, if any. */
  look(): void;
}

/** Moves the focus to the first faulty field, whether the form or the server rejected it. */
export function useFaultFocus(refusal: string | null): FaultFocus {
  const formRef = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0 || refusal !== null)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, refusal]);
  return { formRef, fault: useFormFault(formRef), look: () => setTries((before) => before + 1) };
}
