import { useFormContext, useWatch } from 'react-hook-form';

/** Present value of a field of the surrounding form. */
export function useFormValue(name: string): unknown {
  const { control } = useFormContext<Record<string, unknown>>();
  return useWatch({ control, name });
}
