import { DEFAULT_TIME_ZONE, type PublicSettingKey } from '@cotejo/access-contracts';
import { defaultLanguage, isLanguage, type Language } from '@cotejo/i18n';
import type { PublicSettings, SettingValue } from '../shell/public-settings.ts';
import { videoAddress } from '../shell/first-steps.ts';

/** The account's page settings as form values. */
export interface GeneralValues {
  /** Defaults of users who have not chosen their own; likewise `timeZone`. */
  readonly language: Language;
  readonly timeZone: string;
  readonly sideBar: boolean;
  /** URL of the first-steps video; empty = none. */
  readonly video: string;
  readonly chat: boolean;
  readonly secondChat: boolean;
}

export const valuesOf = (settings: PublicSettings): GeneralValues => ({
  language: isLanguage(settings.language) ? settings.language : defaultLanguage,
  timeZone: typeof settings.time_zone === 'string' ? settings.time_zone : DEFAULT_TIME_ZONE,
  sideBar: settings.page_sidebar !== false,
  video: typeof settings.first_steps_video === 'string' ? settings.first_steps_video : '',
  chat: settings.chat === true,
  secondChat: settings.second_chat === 1,
});

/** Only URLs that are safe to open, because the video opens in a page of its own. */
export const isVideoValid = ({ video }: GeneralValues): boolean =>
  video.trim() === '' || videoAddress(video.trim()) !== null;

/** Changed settings. */
export function changesOf(
  settings: PublicSettings,
  values: GeneralValues,
): readonly { readonly key: PublicSettingKey; readonly value: SettingValue }[] {
  const before = valuesOf(settings);
  const video = values.video.trim();
  return [
    ...(values.language === before.language ? [] : [{ key: 'language' as const, value: values.language }]),
    ...(values.timeZone === before.timeZone ? [] : [{ key: 'time_zone' as const, value: values.timeZone }]),
    ...(values.sideBar === before.sideBar ? [] : [{ key: 'page_sidebar' as const, value: values.sideBar }]),
    ...(video === before.video
      ? []
      : [{ key: 'first_steps_video' as const, value: video === '' ? null : video }]),
    ...(values.chat === before.chat ? [] : [{ key: 'chat' as const, value: values.chat }]),
    ...(values.secondChat === before.secondChat
      ? []
      : [{ key: 'second_chat' as const, value: values.secondChat ? 1 : 0 }]),
  ];
}
