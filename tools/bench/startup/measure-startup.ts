import type { Browser } from 'playwright-core';
import { contextOf, planUrl } from '../browser/open-plan.ts';
import type { Opening } from '../browser/watch-opening.ts';
import type { SignedIn } from '../product/sign-in.ts';
import { openOnce, type Openings } from '../tree/measure-screen.ts';

export interface StartupOptions {
  readonly url: string;
  readonly person: SignedIn;
  /** Origin of the page without the application. */
  readonly bareUrl: string;
  readonly plans: Readonly<Record<Size, { readonly auditId: string; readonly items: number }>>;
  readonly rounds: number;
}

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];

/** Openings of a plan, and of the bare page with as many rows. */
export interface StartupFigures {
  readonly plan: Openings;
  readonly bare: Openings;
}

/**
 * Opens the plans and the bare page in turns, so that other load affects both. Cold: in a new profile; warm: in a new
 * tab of the same one.
 */
export async function measureStartup(
  browser: Browser,
  { url, person, bareUrl, plans, rounds }: StartupOptions,
): Promise<Readonly<Record<Size, StartupFigures>>> {
  const none = () => ({
    plan: { cold: [] as Opening[], warm: [] as Opening[] },
    bare: { cold: [] as Opening[], warm: [] as Opening[] },
  });
  const found = { small: none(), large: none() };
  const open = async (address: string, origin: string, into: { cold: Opening[]; warm: Opening[] }) => {
    const context = await contextOf(browser, { url: origin, person });
    into.cold.push(await openOnce(context, address));
    into.warm.push(await openOnce(context, address));
    await context.close();
  };
  for (let round = 0; round < rounds; round++) {
    for (const size of SIZES) {
      const { auditId, items } = plans[size];
      await open(planUrl({ url, auditId }), url, found[size].plan);
      await open(`${bareUrl}/?rows=${items}`, bareUrl, found[size].bare);
    }
  }
  return found;
}
