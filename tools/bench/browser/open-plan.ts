import { messageType } from '@cotejo/rooms/protocol';
import { launchBrowser } from '@cotejo/testing';
import type { Page } from 'playwright-core';
import { writeSession } from '../../../libs/access/web/src/session/stored-session.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { installPaintWatch } from './watch-paint.ts';

export interface OpenPlanOptions {
  readonly url: string;
  readonly person: SignedIn;
  readonly auditId: string;
}

/** An audit's plan in a real Chromium, open as this person, with `window.paintWatch` in the page. */
export async function openPlan(run: BenchRun, { url, person, auditId }: OpenPlanOptions): Promise<Page> {
  const browser = await launchBrowser();
  run.atEnd(() => browser.close());
  run.signal.throwIfAborted();
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
  const context = await browser.newContext({
    locale: 'es-CO',
    viewport: { width: 1_280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  await page.addInitScript(installPaintWatch, messageType.advance);
  await page.goto(`${url}/auditorias/plan/?auditoria-id=${auditId}`);
  await page.locator('[data-item]').nth(10).waitFor();
  return page;
}
