import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { PastView, versionOf } from './support/past-view.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

/** Middle of a slider's thumb, with the mouse button held down on it. */
async function holds(thumb: Locator, isPressed = true): Promise<{ x: number; y: number }> {
  // Waits until the thumb stays where it is: the panel may still be opening.
  await thumb.hover();
  const box = await thumb.boundingBox();
  if (box === null) throw new Error('the slider is not shown');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (isPressed) {
    await thumb.page().mouse.move(at.x, at.y);
    await thumb.page().mouse.down();
  }
  return at;
}

const dragTo = (page: Page, { x, y }: { readonly x: number; readonly y: number }, by: number) =>
  page.mouse.move(x + by, y, { steps: 12 });

const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

describe('the slider of the past', () => {
  it('follows the slider while it is dragged, and stays where it is let go', async () => {
    const past = await PastView.at(
      await stage().enter('claudia.restrepo'),
      await stage().auditNamed('Compras y pagos'),
      'version=400',
    );
    const { page } = past;
    await past.showing(400);
    const slider = past.bar.getByRole('slider', { name: 'Versión del plan' });
    const items = await page.getByText(/^\d+ elementos$/).innerText();
    const at = await holds(slider);
    await dragTo(page, at, -120);
    // The tree follows while the button is still down; the address does not.
    await expect.poll(() => page.getByText(/^\d+ elementos$/).innerText()).not.toBe(items);
    await past.told.getByText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/).waitFor();
    expect(versionOf(page)).toBe(400);
    const shown = Number(await slider.getAttribute('aria-valuenow')) + 1;
    expect(shown).toBeLessThan(400);
    await page.mouse.up();
    await expect.poll(() => versionOf(page)).toBe(shown);
    await past.showing(shown);
    const box = await slider.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(at.x - 120, -1);
  });

  it('has the list of changes agree with the slider, from the present on', async () => {
    const claudia = await Plan.open(
      await stage().enter('claudia.restrepo'),
      await stage().auditNamed('Compras y pagos'),
    );
    const { page } = claudia;
    const log = await claudia.openPanel('Historial de cambios');
    const slider = log.getByRole('slider', { name: 'Versión del plan' });
    const head = Number(await slider.getAttribute('aria-valuenow'));
    const at = await holds(slider);
    await dragTo(page, at, -220);
    const value = async () => Number(await slider.getAttribute('aria-valuenow'));
    const before = await value();
    // Earlier than the first page of the list.
    expect(before).toBeLessThan(head - 100);
    await log.getByText(new RegExp(`^Versión ${before + 1} · \\d{2}/\\d{2}/\\d{4} \\d{2}:\\d{2}$`)).waitFor();
    // The list is there while the button is still down; the page is that of the present.
    const current = log.locator('[aria-current=true]');
    await current.getByText(`v ${before + 1}`, { exact: true }).waitFor();
    await expect.poll(() => isSeen(current)).toBe(true);
    expect(new URL(page.url()).searchParams.has('version')).toBe(false);
    await page.mouse.up();
    // The page is now the past one; its panel has the slider at the same place.
    const past = new PastView(page);
    await past.showing(before + 1);
    expect(versionOf(page)).toBe(before + 1);
    expect(await value()).toBe(before);
    await current.getByText(`v ${before + 1}`, { exact: true }).waitFor();
    await expect.poll(() => isSeen(current)).toBe(true);

    // By keyboard the focus stays on the slider, and the list goes along.
    await page.keyboard.press('ArrowLeft');
    await past.showing(before);
    await expect.poll(() => slider.evaluate((thumb) => thumb === document.activeElement)).toBe(true);
    await current.getByText(`v ${before}`, { exact: true }).waitFor();
    await page.keyboard.press('Home');
    await past.showing(1);
    await current.getByText('creó la auditoría').waitFor();
    await log.getByRole('button', { name: 'Ver cambios más recientes' }).click();
    await log
      .getByRole('listitem')
      .filter({ hasText: /v 12\d/ })
      .first()
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  it('works on a phone: keys and touch move the slider, and names keep to their rows', async () => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
    const past = await PastView.at(
      await stage().enter('claudia.restrepo', options),
      await stage().auditNamed('Compras y pagos'),
      'version=400',
    );
    const { page } = past;
    await past.showing(400);
    const slider = past.bar.getByRole('slider', { name: 'Versión del plan' });
    const at = await holds(slider, false);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: at.y }],
      });
    await send('touchStart', at.x);
    for (let step = 1; step <= 6; step++) await send('touchMove', at.x - step * 10);
    const value = async () => Number(await slider.getAttribute('aria-valuenow'));
    await expect.poll(value).toBeLessThan(350);
    await send('touchEnd', 0);
    const shown = (await value()) + 1;
    await expect.poll(() => versionOf(page)).toBe(shown);
    await past.showing(shown);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await past.showing(shown + 1);
    const overlapping = await past.tree.getByRole('treeitem').evaluateAll((rows) =>
      rows
        .filter((row) => {
          const name = row.querySelector('[title]')?.getBoundingClientRect();
          return name !== undefined && name.height > row.getBoundingClientRect().height;
        })
        .map((row) => row.textContent),
    );
    expect(overlapping).toEqual([]);
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
