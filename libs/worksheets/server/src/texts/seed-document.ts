import { FLOWCHART_FIELD, FLOWCHART_MAPS } from '@cotejo/worksheets-contracts';
import { programmeOf, textsIn, type StepProgramme, type TextsOfItem } from '@cotejo/worksheets-domain';
import type { HeldAudit, ItemId, SealedText } from '@cotejo/audits-contracts';
import * as Y from 'yjs';
import { z } from 'zod';
import { fillFragment, richTextOfBody } from './rich-text-document.ts';
import { AlteredText, type TextVault } from './text-vault.ts';

/** Bodies of texts, by field; without redacted and missing ones. */
type Bodies = ReadonlyMap<string, string>;

/** Texts of an imported programme, by field. */
export async function programmeTexts(
  vault: TextVault,
  account: string,
  programme: StepProgramme | undefined,
): Promise<Bodies> {
  const { objective = null, instructions = [] } = programme ?? {};
  const seals = instructions.map(({ id, text }) => [`instruction.${id}.text`, text] as const);
  return bodiesOf(vault, account, objective ? [['objective', objective], ...seals] : seals);
}

/** Revised texts of a worksheet that was never opened: those of a copy. */
function keptTexts(vault: TextVault, account: string, texts: TextsOfItem): Promise<Bodies> {
  const seals = Object.entries(texts).flatMap(([field, { ref, hash, length }]) =>
    ref === null || hash === null ? [] : [[field, { ref, hash, length }] as const],
  );
  return bodiesOf(vault, account, seals);
}

/** Initial document of a worksheet; null if empty. */
export async function seedOf(
  vault: TextVault,
  held: Pick<HeldAudit, 'account' | 'slice'>,
  item: ItemId,
): Promise<Uint8Array | null> {
  const brought = await programmeTexts(vault, held.account, programmeOf(held, item));
  const texts = textsIn(held, item);
  const kept = await keptTexts(vault, held.account, texts);
  // A revision supersedes the imported text, even if it is empty.
  const unrevised = [...brought].filter(([field]) => texts[field] === undefined);
  return seedDocument(new Map([...unrevised, ...kept]));
}

async function bodiesOf(
  vault: TextVault,
  account: string,
  seals: readonly (readonly [string, SealedText])[],
): Promise<Bodies> {
  if (seals.length === 0) return new Map();
  const opened = await vault.read(
    account,
    seals.map(([, seal]) => seal),
  );
  return new Map(
    seals.flatMap(([field, { ref }], index): [string, string][] => {
      const { state, body } = opened[index] ?? {};
      // The vault was tampered with: a document without the altered text would hide it.
      if (state === 'altered') throw new AlteredText(ref);
      return body ? [[field, body]] : [];
    }),
  );
}

function seedDocument(texts: Bodies): Uint8Array | null {
  if (texts.size === 0) return null;
  const document = new Y.Doc();
  document.transact(() => {
    for (const [field, body] of texts)
      if (field === FLOWCHART_FIELD) drawFlowchart(document, body);
      else fillFragment(document.getXmlFragment(field), richTextOfBody(body));
  });
  const update = Y.encodeStateAsUpdate(document);
  document.destroy();
  return update;
}

const drawn = z.object({
  nodes: z.record(z.string(), z.json()),
  edges: z.record(z.string(), z.json()),
});

function drawFlowchart(document: Y.Doc, body: string): void {
  const chart = drawn.parse(JSON.parse(body));
  for (const part of ['nodes', 'edges'] as const)
    for (const [id, shape] of Object.entries(chart[part]))
      document.getMap(FLOWCHART_MAPS[part]).set(id, shape);
}
