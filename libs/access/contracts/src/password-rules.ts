import { z } from 'zod';

/** The specification's 6–20 is the range of the shortest length that an account may ask for. */
export const SHORTEST_PASSWORD = { least: 6, most: 20, usual: 12 } as const;
/** What holds where an account asks for less: no shorter password is worth the name (OWASP ASVS 6.2.1). */
export const LEAST_PASSWORD = 8;
/** No account may ask for fewer: a sentence is a good password. */
export const LONGEST_PASSWORD = 128;
export const PASSWORD_HISTORY = { most: 24, usual: 5 } as const;
/** Which characters count as special where the account doesn't say; the specification doesn't show its set. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~¡¿';

/** Setting `security_user_password_rules` of an account. Composition is off unless the account wants it. */
export const passwordRules = z.object({
  /** Least number of characters (code points). */
  minLength: z.int().min(SHORTEST_PASSWORD.least).max(SHORTEST_PASSWORD.most),
  uppercase: z.boolean(),
  lowercase: z.boolean(),
  number: z.boolean(),
  special: z.boolean(),
  specialCharacters: z.string().min(1).max(64),
  /** Number of own passwords, the present one included, that may not be used again; 0 = any. */
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

/** The same by the words of the wire: GET and PUT /account/settings/security_user_password_rules/. */
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
/** What may be chosen: letters are not special, nor are digits and blanks. Older settings that list some are read. */
export const specialSigns = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\p{P}\p{S}]*$/u);
/** What the page offers: less would be taken as the least that holds. */
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
