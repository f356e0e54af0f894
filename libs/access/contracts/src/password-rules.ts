import { z } from 'zod';

/** Range and default of the minimum length that an account may set (specification: 6–20). */
export const SHORTEST_PASSWORD = { least: 6, most: 20, usual: 12 } as const;
/** Lower limit where an account sets less (OWASP ASVS 6.2.1). */
export const LEAST_PASSWORD = 8;
/** Maximum length, not configurable: passphrases must be possible. */
export const LONGEST_PASSWORD = 128;
export const PASSWORD_HISTORY = { most: 24, usual: 5 } as const;
/** Default special characters; the specification does not define the set. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~¡¿';

/** Setting `security_user_password_rules` of an account. Composition rules are off by default. */
export const passwordRules = z.object({
  /** Minimum number of characters (code points). */
  minLength: z.int().min(SHORTEST_PASSWORD.least).max(SHORTEST_PASSWORD.most),
  uppercase: z.boolean(),
  lowercase: z.boolean(),
  number: z.boolean(),
  special: z.boolean(),
  specialCharacters: z.string().min(1).max(64),
  /** Number of the user's last passwords, including the current one, that may not be reused; 0 = no restriction. */
  history: z.int().min(0).max(PASSWORD_HISTORY.most),
});
export type PasswordRules = z.infer<typeof passwordRules>;

export const DEFAULT_PASSWORD_RULES: PasswordRules = {
  minLength: SHORTEST_PASSWORD.usual,
  uppercase: false,
  lowercase: false,
  number: false,
  special: false,
  specialCharacters: SPECIAL_CHARACTERS,
  history: PASSWORD_HISTORY.usual,
};

/** Wire format: GET and PUT /account/settings/security_user_password_rules/. */
export const passwordRulesOnWire = z.object({
  min_length: passwordRules.shape.minLength,
  max_length: z.literal(LONGEST_PASSWORD).default(LONGEST_PASSWORD),
  uppercase: z.boolean(),
  lowercase: z.boolean(),
  number: z.boolean(),
  special: z.boolean(),
  special_characters: passwordRules.shape.specialCharacters,
  no_reuse: passwordRules.shape.history,
});
/** Accepted special characters on writing: no letters, digits or blanks. Older settings with some can still be read. */
export const specialSigns = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\p{P}\p{S}]*$/u);
/** Rules that the page offers: a lower minimum length would be raised to `LEAST_PASSWORD`. */
export const passwordRulesOffered = passwordRulesOnWire.extend({
  special_characters: specialSigns,
  min_length: z.int().min(LEAST_PASSWORD).max(SHORTEST_PASSWORD.most),
});
export type PasswordRulesOnWire = z.infer<typeof passwordRulesOnWire>;

export const passwordRulesToWire = (rules: PasswordRules): PasswordRulesOnWire => ({
  min_length: Math.max(rules.minLength, LEAST_PASSWORD),
  max_length: LONGEST_PASSWORD,
  uppercase: rules.uppercase,
  lowercase: rules.lowercase,
  number: rules.number,
  special: rules.special,
  special_characters: rules.specialCharacters,
  no_reuse: rules.history,
});

export const passwordRulesOfWire = (told: PasswordRulesOnWire): PasswordRules => ({
  minLength: Math.max(told.min_length, LEAST_PASSWORD),
  uppercase: told.uppercase,
  lowercase: told.lowercase,
  number: told.number,
  special: told.special,
  specialCharacters: told.special_characters,
  history: told.no_reuse,
});
