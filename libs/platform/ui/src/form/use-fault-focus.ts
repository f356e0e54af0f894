import { useFormFault, type FormFault } from '../components/form-fault.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';

export interface FaultFocus {
  /** For the form whose fields are looked through. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** What is wrong with the fields together; null while nothing is. */
  readonly fault: FormFault | null;
  /** Somebody tried to send it: the first field at fault gets the focus, when there is one. */
  look(): void;
}

/** Leads to the first field at fault: of those that the form found, and of those that the server named. */
export function useFaultFocus(refusal: string | null): FaultFocus {
  const formRef = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0 || refusal !== null)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, refusal]);
  return { formRef, fault: useFormFault(formRef), look: () => setTries((before) => before + 1) };
}
