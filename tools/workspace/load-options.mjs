import { parseArgs } from 'node:util';

const WHOLE = { clients: [2, 2_000], items: [50, 50_000] };
const ANY = { rate: [0.1, 1_000], seconds: [1, 600] };

/**
 * Parses the options of `npm run load`.
 * @param {string[]} args
 * @returns {{ clients: number, rate: number, seconds: number, items: number } | 'help' | null} null for invalid options
 */
export function loadOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        clients: { type: 'string', default: '200' },
        rate: { type: 'string', default: '100' },
        seconds: { type: 'string', default: '12' },
        items: { type: 'string', default: '10000' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    const asked = Object.fromEntries(
      Object.entries({ ...WHOLE, ...ANY }).map(([name, [least, most]]) => {
        const value = Number(values[name]);
        const fits = value >= least && value <= most && (!(name in WHOLE) || Number.isInteger(value));
        if (!fits || values[name].trim() === '') throw new RangeError(name);
        return [name, value];
      }),
    );
    return asked;
  } catch {
    return null;
  }
}
