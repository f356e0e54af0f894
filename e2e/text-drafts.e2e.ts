import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import type { Cable } from './support/cable.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { Trash } from './support/trash.ts';
import { openSheet, says, text, wordsOf, writes } from './support/written-text.ts';

const stage = stageOfThisFile();
const RISK = 'Pagos duplicados';
const FIELD = 'Descripción';

let claudia: Person;
let audit: string;
let theirs: Plan;
beforeAll(async () => {
  claudia = await stage().enter('claudia.restrepo');
});

/** The disconnected user; new for each test, because browsers store what was written. */
let andres: Person;
let cable: Cable;
let mine: Plan;
let here: Locator;
beforeEach(async () => {
  andres = await stage().enter('andres.murcia', { cable: true });
  if (!andres.cable) throw new Error('asked for a cable');
  cable = andres.cable;
  await andres.page.clock.install();
  audit = await stage().newAudit({ name: 'Escrita sin red', processes: ['Pagos'], risks: [RISK] });
  [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
  here = await openSheet(mine, RISK);
  await writes(mine, text(here, FIELD), 'Antes.');
  await says(here.getByRole('status'), 'Guardado');
});

/** Expected final content for every user. */
async function ends(panel: Locator, words: string | RegExp): Promise<void> {
  await expect
    .poll(() => wordsOf(text(panel, FIELD)))
    .toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
}

describe('what is written without a network', () => {
  it('for a quarter of an hour outlives a reload and a closed tab, and arrives afterwards', async () => {
    const there = await openSheet(theirs, RISK);
    cable.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    for (const words of [' Uno.', ' Dos.', ' Tres.']) {
      await writes(mine, text(here, FIELD), words);
      await andres.page.clock.fastForward('05:00');
    }
    await says(here.getByRole('status'), 'lo escrito está a salvo en este navegador');
    await writes(theirs, text(there, FIELD), ' Mientras tanto.');

    // Pages load again; no room has answered yet.
    andres.page.on('dialog', (dialog) => void dialog.accept());
    await andres.page.reload();
    await ends(here, 'Antes. Uno. Dos. Tres.');
    await writes(mine, text(here, FIELD), ' Cuatro.');
    // The browser stores an edit a moment after the key: waits for that, until the status confirms it.
    await andres.page.clock.runFor(1_000);
    await andres.page.waitForTimeout(500);
    await says(here.getByRole('status'), 'lo escrito está a salvo en este navegador');
    const address = andres.page.url();
    const closed = andres.page.waitForEvent('close');
    await andres.page.close({ runBeforeUnload: true });
    await closed;

    const page = await andres.context.newPage();
    await page.goto(address);
    const again = page.getByRole('dialog', { name: RISK, exact: true });
    await ends(again, 'Antes. Uno. Dos. Tres. Cuatro.');
    expect(await wordsOf(text(there, FIELD))).toBe('Antes. Mientras tanto.');

    cable.mend();
    for (const panel of [again, there])
      await ends(panel, /^Antes\.(?=.* Uno\. Dos\. Tres\. Cuatro\.)(?=.* Mientras tanto\.)/);
    await again.getByRole('status').filter({ hasText: 'Sin conexión' }).waitFor({ state: 'hidden' });
  });

  it('in what another deleted stays with its author, who applies it anew once it is back', async () => {
    cable.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    await writes(mine, text(here, FIELD), ' Sin red.');
    await says(here.getByRole('status'), 'lo escrito está a salvo en este navegador');
    // Earlier text must be revised first: deleting unseen text is refused.
    await theirs.page.getByRole('button', { name: `${RISK}: En proceso`, exact: true }).waitFor();
    await theirs.focus(RISK);
    await theirs.press('Delete');
    await theirs.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await theirs.row(RISK).waitFor({ state: 'detached' });

    cable.mend();
    const gone = mine.panel('Este elemento ya no está');
    const left = gone.getByRole('region', { name: `Borrador de ${FIELD}` });
    await left.getByText('Antes. Sin red.').waitFor();
    await left.getByText('El elemento fue eliminado.').waitFor();
    await left.getByRole('button', { name: 'Copiar' }).waitFor();
    expect(await axeFaults(mine.page)).toEqual([]);

    const trash = await Trash.open(claudia, audit);
    await trash.restore(RISK);
    const draft = here.getByRole('region', { name: `Borrador de ${FIELD}` });
    await draft.getByText('Antes. Sin red.').waitFor();
    await ends(here, 'Antes.');
    expect(await axeFaults(mine.page)).toEqual([]);
    await theirs.reopen(audit);
    const there = await openSheet(theirs, RISK);
    await draft.getByRole('button', { name: 'Volver a aplicar' }).click();
    await draft.waitFor({ state: 'hidden' });
    await ends(there, 'Antes. Sin red.');
    await ends(here, 'Antes. Sin red.');
    await says(here.getByRole('status'), 'Guardado');
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console but that the network was gone', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
