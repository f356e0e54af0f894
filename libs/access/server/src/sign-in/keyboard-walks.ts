/** Rows of keys as they lie below each other, on Spanish and English keyboards alike; n for ñ, as texts come without accents. */
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkln', 'zxcvbnm'] as const;
/** Columns, and the block of digits beside the keys. */
const COLUMNS = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '0pn'] as const;
const BLOCK = ['789', '456', '123', '741', '852', '963', '159', '357'] as const;
const LEAST_RUN = 3;

const NEIGHBOURS: ReadonlySet<string> = new Set(
  [...ROWS, ...COLUMNS, ...BLOCK, '01'].flatMap((keys) =>
    [...keys].slice(1).flatMap((key, at) => [`${keys[at]}${key}`, `${key}${keys[at]}`]),
  ),
);

/** What the row of digits gives with the shift key, on English and on Spanish keyboards. */
const SHIFTED = ['!@#$%^&*()', '!"·$%&/()='].map((signs) => {
  const digits: [string, string][] = [...signs].map((sign, at) => [sign, String((at + 1) % 10)]);
  return new Map(digits);
});

/** Whether a text is nothing but runs over neighbouring keys, or one key again: `1qaz2wsx3edc`, `zaq1@WSXcde3`. */
export function isKeyboardWalk(text: string): boolean {
  const keys = [...text];
  return [new Map<string, string>(), ...SHIFTED].some((signs) =>
    isWalk(keys.map((key) => signs.get(key) ?? key)),
  );
}

function isWalk(keys: readonly string[]): boolean {
  let run = 1;
  for (let at = 1; at <= keys.length; at++) {
    const [before, key] = [keys[at - 1], keys[at]];
    if (key !== undefined && (before === key || NEIGHBOURS.has(`${before}${key}`))) run += 1;
    else if (run < LEAST_RUN) return false;
    else run = 1;
  }
  return keys.length > 0;
}

/** Whether a text is one short piece again and again: `abc123abc123`, `hola.hola.hola.` */
export const isRepetition = (text: string): boolean =>
  /^(.{1,6})\1+$/u.test(text) || /^(.+)\1{2,}$/u.test(text);
