import { useMediaQuery } from '@mantine/hooks';

/** Below this width the menu is a drawer and panels fill the screen. */
export const PHONE_QUERY = '(max-width: 48em)';

export function useIsPhone(): boolean {
  return useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}

/** From this width on, a panel beside a worksheet leaves both readable. */
const WIDE_QUERY = '(min-width: 64em)';

/** Whether two panels fit side by side. */
export function useIsWide(): boolean {
  return useMediaQuery(WIDE_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}
