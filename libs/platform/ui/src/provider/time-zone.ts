import { TIME_ZONE } from '@cotejo/i18n';
import { createContext, useContext } from 'react';

const TimeZone = createContext(TIME_ZONE);

/** The zone in which moments are shown below; the product's own where there is none. */
export const TimeZoneProvider = TimeZone.Provider;

export const useTimeZone = (): string => useContext(TimeZone);
