import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { WORKSHEETS, WorksheetScreens, type See } from './support/worksheet-screens.ts';

const stage = stageOfThisFile();

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in %s, %i wide, keep to WCAG 2.2 AA', (colorScheme, width) => {
  let screens: WorksheetScreens;
  let told: string[] = [];
  // Collected, so that one failure does not hide the others.
  const see: See = async (page, name, part) => {
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const faults = [...(await axeFaults(page, part)), ...(isTooWide ? ['wider than the window'] : [])];
    told.push(...faults.map((fault) => `${name}: ${fault}`));
  };
  const faultsOf = async (visit: () => Promise<void>): Promise<string[]> => {
    told = [];
    await visit();
    return told;
  };
  beforeAll(async () => {
    const viewport = { width, height: width > 700 ? 900 : 844 };
    const andres = await stage().enter('andres.murcia', { colorScheme, viewport, reducedMotion: 'reduce' });
    screens = await WorksheetScreens.of(stage(), andres);
  });

  it.each(WORKSHEETS)('the tabs of a worksheet: %s', async (type, name) => {
    expect(await faultsOf(() => screens.tabs(type, name, see))).toEqual([]);
  });
  it('what opens in and over worksheets', async () => {
    expect(await faultsOf(() => screens.overWorksheets(see))).toEqual([]);
  });
  it('worksheets on top of each other', async () => {
    expect(await faultsOf(() => screens.stack(see))).toEqual([]);
  });
  it('findings, notes, files and history beside the plan', async () => {
    expect(await faultsOf(() => screens.panels(see))).toEqual([]);
  });
  it('the audit at one glance, and as it was', async () => {
    expect(await faultsOf(() => screens.wholeAudit(see))).toEqual([]);
  });
  it('a status and signatures for many at once', async () => {
    expect(await faultsOf(() => screens.many(see))).toEqual([]);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
