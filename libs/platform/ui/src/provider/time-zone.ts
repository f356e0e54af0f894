import { TIME_ZONE } from '@cotejo/i18n';
import { createContext, useContext } from 'react';

const TimeZone = createContext(TIME_ZONE);

/** Time zone for displayed moments; the product's default without a provider. */
export const TimeZoneProvider = TimeZone.Provider;

export const useTimeZone = (): string => useContext(TimeZone);
