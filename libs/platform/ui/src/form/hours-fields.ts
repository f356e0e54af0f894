import { useEffect } from 'react';
import type { Control } from 'react-hook-form';

type FormControl = Control<Record<string, unknown>>;

/** Names of the fields of a form that show minutes as hours; messages about limits use hours, too. */
const names = new WeakMap<FormControl, Set<string>>();

export const isHoursField = (control: FormControl, name: string): boolean =>
  names.get(control)?.has(name) === true;

/** Declares a mounted field as one of hours. */
export function useHoursField(control: FormControl, name: string, isHours: boolean): void {
  useEffect(() => {
    if (!isHours) return;
    const own = names.get(control) ?? new Set();
    names.set(control, own.add(name));
    return () => void own.delete(name);
  }, [control, name, isHours]);
}
