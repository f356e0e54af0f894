import type { PublicSettingKey } from '@cotejo/access-contracts';
import { InvalidRequest } from '@cotejo/http/server';
import { z } from 'zod';

const timeZone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

/** Schema of each setting's value. */
const VALUES: Readonly<Record<PublicSettingKey, z.ZodType>> = {
  language: z.enum(['es', 'en']),
  time_zone: timeZone,
  chat: z.boolean(),
  second_chat: z.union([z.literal(0), z.literal(1)]),
  first_steps_video: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullable(),
  page_sidebar: z.boolean(),
};

/** Refuses invalid values of a setting with `invalid_request`. */
export function assertSetting(key: string, value: unknown): void {
  const schema = key in VALUES ? VALUES[key as PublicSettingKey] : z.never();
  const parsed = z.object({ value: schema }).safeParse({ value }, { reportInput: true });
  if (!parsed.success) throw new InvalidRequest(parsed.error);
}
