import { useMediaQuery } from '@mantine/hooks';

/** Below this width the menu is a drawer and panels fill the screen. */
export const PHONE_QUERY = '(max-width: 48em)';

export function useIsPhone(): boolean {
  return useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}
