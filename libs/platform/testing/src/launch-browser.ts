import type { Browser } from 'playwright-core';
import { findChromium, type Chromium } from './find-chromium.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Chromium crashes now and then while it starts on a busy machine, before it has opened anything. */
const ATTEMPTS = 3;

/**
 * A headless browser with a new, empty profile. Open one context per user: contexts share no session. Close the browser
 * in `afterAll`.
 */
export async function launchBrowser(chromium?: Chromium): Promise<Browser> {
  const { executablePath, env } = chromium ?? (await findChromium());
  // Loaded here, so that tests without a browser don't pay for it.
  const playwright = await import('playwright-core');
  const launch = () =>
    playwright.chromium.launch({
      executablePath,
      args: FLAGS,
      headless: true,
      env: { ...stringsOf(process.env), ...env },
    });
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await launch();
    } catch (error) {
      process.stderr.write(`The browser did not start: ${String(error).slice(0, 200)}\n`);
    }
  }
  return launch();
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) result[name] = value;
  return result;
}
