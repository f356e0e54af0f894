import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from './stage.ts';

const STEP_SECONDS = 30;

/** Code of an authenticator app; `ahead` = steps ahead, because each code is valid once. */
export const codeOf = (secret: string, ahead = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * STEP_SECONDS });

/** Types a username and a password on the sign-in page. */
export async function typeIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Usuario').fill(username);
  await page.keyboard.press('Enter');
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Types a new password twice and submits it. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(password);
  await page.getByLabel('Repita la contraseña nueva').fill(password);
  await page.keyboard.press('Enter');
}

/** Accessible name of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const words = element.getAttribute('aria-label') ?? labels[0]?.innerText ?? element.innerText;
    // Without the asterisk of a required field.
    return words.replace(/\s*\*$/, '').trim();
  });

/** Goes to the page's search field by its key and types; the key works once the page listens to it. */
export async function searchByKey(page: Page, words: string): Promise<void> {
  const isInField = () => page.evaluate(() => document.activeElement instanceof HTMLInputElement);
  const goThere = async () => (await isInField()) || (await page.keyboard.press('/').then(isInField));
  await expect.poll(goThere).toBe(true);
  await page.keyboard.type(words);
}

/** Presses Tab until an element with this name has the focus; the error lists the elements passed. */
export async function tabTo(page: Page, name: string, most = 40): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < most; press++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`Tab never came to "${name}", but to: ${passed.join(' · ')}`);
}
