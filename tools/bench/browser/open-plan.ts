import { messageType } from '@cotejo/rooms/protocol';
import { findChromium, launchBrowser } from '@cotejo/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeSession } from '../../../libs/access/web/src/session/stored-session.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { installPaintWatch } from './watch-paint.ts';

export interface OpenPlanOptions {
  readonly url: string;
  readonly person: SignedIn;
  readonly auditId: string;
}

/** Opens an audit's plan in a real Chromium as this user, with `window.paintWatch` in the page. */
export async function openPlan(run: BenchRun, options: OpenPlanOptions): Promise<Page> {
  const browser = await openBrowser(run);
  const page = await newPage(await contextOf(browser, options));
  await page.goto(planUrl(options));
  await page.locator('[data-item]').nth(10).waitFor();
  return page;
}

export async function openBrowser(run: BenchRun): Promise<Browser> {
  const browser = await launchBrowser(await findChromium('installed'));
  run.atEnd(() => browser.close());
  run.signal.throwIfAborted();
  return browser;
}

/** A browser context in which the user is signed in and no page has been opened. */
export function contextOf(
  browser: Browser,
  { url, person }: Pick<OpenPlanOptions, 'url' | 'person'>,
): Promise<BrowserContext> {
  const stored = new Map<string, string>();
  writeSession(
    {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    person.session,
  );
  const localStorage = [...stored].map(([name, value]) => ({ name, value }));
  return browser.newContext({
    locale: 'es-CO',
    viewport: { width: 1_280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
}

/** A page that reports when changes are painted. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  await page.addInitScript(installPaintWatch, messageType.advance);
  return page;
}

export const planUrl = ({ url, auditId }: Pick<OpenPlanOptions, 'url' | 'auditId'>): string =>
  `${url}/auditorias/plan/?auditoria-id=${auditId}`;
