import type { UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, ItemType } from '@cotejo/audits-contracts';
import { contentsOf, type JsonValue } from '@cotejo/texts/protocol';
import { beginDocuments, type RevisedField } from '@cotejo/texts/server';
import { FLOWCHART_MAPS, worksheetRoomId, type ReviseTexts } from '@cotejo/worksheets-contracts';
import type { Pool } from 'pg';
import * as Y from 'yjs';
import { sealRevision } from './revised-texts.ts';
import { fillFragment, type RichTextNode } from './rich-text-document.ts';
import type { TextVault } from './text-vault.ts';
import { rootKindsOf } from './worksheet-room-host.ts';

/** Plain data of a flowchart: id → node or edge. */
export interface DrawnFlowchart {
  readonly nodes: Readonly<Record<string, JsonValue>>;
  readonly edges: Readonly<Record<string, JsonValue>>;
}

/** Initial texts of a worksheet. */
export interface WrittenWorksheet {
  readonly item: ItemId;
  readonly type: ItemType;
  readonly author: UserId;
  readonly texts: Readonly<Record<string, RichTextNode>>;
  readonly flowchart?: DrawnFlowchart | undefined;
}

export interface BeginTexts {
  readonly pool: Pool;
  readonly vault: TextVault;
  readonly account: string;
  readonly audit: AuditId;
}

/**
 * Writes the documents of unopened worksheets, and returns their intents in order, one a worksheet, to be
 * submitted in the author's name.
 */
export async function beginTexts(
  { pool, vault, account, audit }: BeginTexts,
  worksheets: readonly WrittenWorksheet[],
): Promise<readonly ReviseTexts[]> {
  const begun = worksheets.map((worksheet) => ({
    document: worksheetRoomId(audit, worksheet.item),
    ...write(worksheet),
  }));
  await beginDocuments(
    pool,
    begun.map(({ document, update }) => ({ account, document, update })),
  );
  return Promise.all(
    begun.map(async ({ document, fields }, index) => {
      const byName = new Map(fields.map((field) => [field.field, field]));
      const revision = { account, document, covers: [0, 0] as const, fields };
      const revisions = await sealRevision(vault, revision, async () => (name) => byName.get(name));
      return {
        kind: 'revise_texts',
        id: (worksheets[index] as WrittenWorksheet).item,
        revisions: [...revisions],
      };
    }),
  );
}

function write({ type, author, texts, flowchart }: WrittenWorksheet): {
  readonly update: Uint8Array;
  readonly fields: readonly RevisedField[];
} {
  const document = new Y.Doc();
  document.transact(() => {
    for (const [field, text] of Object.entries(texts)) fillFragment(document.getXmlFragment(field), text);
    for (const part of ['nodes', 'edges'] as const)
      for (const [id, drawn] of Object.entries(flowchart?.[part] ?? {}))
        document.getMap(FLOWCHART_MAPS[part]).set(id, drawn);
  });
  const update = Y.encodeStateAsUpdate(document);
  const fields = contentsOf(document, rootKindsOf(type)).map((content) => ({
    ...content,
    bytes: Buffer.from(JSON.stringify(content.json)),
    authors: [author],
  }));
  document.destroy();
  return { update, fields };
}
