import type { Locator, Page } from 'playwright-core';

/** A file on the user's disk. */
export const jsonFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

/** Opens the dialog that imports a catalogue, from the list of audits. */
export async function openImport(page: Page, url: string): Promise<Locator> {
  await page.goto(url);
  await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
  await page.getByRole('button', { name: 'Importar catálogo' }).click();
  return page.getByRole('dialog', { name: 'Importar catálogo' });
}

/** Chooses a file in the browser's file dialog. */
export async function chooseCatalogue(page: Page, chosen: ReturnType<typeof jsonFile>): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Archivo OSCAL' }).click(),
  ]);
  await chooser.setFiles(chosen);
}
