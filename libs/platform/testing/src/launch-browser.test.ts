import { afterEach, describe, expect, it, vi } from 'vitest';
import { findChromium, launchBrowser } from './index.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the browser of the tests', () => {
  it('is the one of the registry package where none is installed', async () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', '/nowhere');
    const chromium = await findChromium();
    expect(chromium.from).toBe('package');

    const browser = await launchBrowser(chromium);
    try {
      const page = await browser.newPage();
      await page.setContent('<p lang="es">¿Qué tal, Ñandú?</p>');
      expect(await page.textContent('p')).toBe('¿Qué tal, Ñandú?');
      // A font is available: without one, text has no width.
      const width = await page.locator('p').evaluate((node) => {
        const range = node.ownerDocument.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().width;
      });
      expect(width).toBeGreaterThan(50);
    } finally {
      await browser.close();
    }
  });

  it('is a failure, not a skip, where CHROMIUM_PATH names nothing', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    await expect(findChromium()).rejects.toThrow('/nowhere/chromium');
  });
});
