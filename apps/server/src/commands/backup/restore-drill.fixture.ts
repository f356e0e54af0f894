import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { auditRow, type AuditRow, type TreeItemView } from '@cotejo/audits-contracts';
import { withConnection } from '@cotejo/database';
import type { LogArchive } from '@cotejo/event-store/archive';
import { createPostgresArchive } from '@cotejo/event-store/postgres';
import type { RawClient } from '@cotejo/rooms/testing';
import { z } from 'zod';
import type { StartedServer } from '../../started-server.fixture.ts';

export const AUDITS = '/proyecto/riesgo/auditoria';
const rows = z.object({ data: z.array(auditRow) });
const anyData = z.object({ data: z.unknown() });

export const auditsOf = async (server: StartedServer, who: SessionData): Promise<AuditRow[]> =>
  rows.parse((await server.get(`${AUDITS}/`, who).expect(200)).body).data;

export async function dataOf(server: StartedServer, who: SessionData, path: string): Promise<unknown> {
  return anyData.parse((await server.get(path, who).expect(200)).body).data;
}

/** All data shown to users: lists, plans, histories. */
export async function readModels(server: StartedServer, who: SessionData): Promise<unknown> {
  const audits = await auditsOf(server, who);
  const plans = [];
  for (const { id } of audits) {
    plans.push({
      id,
      tree: await dataOf(server, who, `${AUDITS}/${id}/tree/`),
      history: await dataOf(server, who, `${AUDITS}/${id}/historial/`),
    });
  }
  return { audits, plans };
}

export const idsIn = (items: readonly TreeItemView[]): string[] =>
  items.flatMap(({ id, items: below }) => [id, ...idsIn(below)]);

/** Adds items until stopped; `acknowledged` lists those that the server confirmed. */
export function keepWriting(client: RawClient) {
  const outbox = randomUUID();
  const sent: string[] = [];
  let going = true;
  const acknowledged = (): string[] => {
    for (const { outcome } of client.answers) if (!outcome.ok) throw new Error(outcome.code);
    return sent.slice(0, client.answers.length);
  };
  const done = (async () => {
    while (going) {
      const id = randomUUID();
      client.intent(outbox, sent.length, {
        kind: 'create_item',
        id,
        type: 'phase',
        parent: null,
        name: `Fase ${sent.length}`,
      });
      sent.push(id);
      await client.until(() => client.answers.length > sent.length - 10, 'answers');
    }
    await client.until(() => client.answers.length === sent.length, 'the last answers');
  })();
  return {
    acknowledged,
    async stop() {
      going = false;
      await done;
    },
  };
}

const archiveOf = (ownerUrl: string): LogArchive => createPostgresArchive({ connectionString: ownerUrl });

export async function withArchives<T>(
  urls: readonly string[],
  work: (archives: LogArchive[]) => Promise<T>,
): Promise<T> {
  const archives = urls.map(archiveOf);
  try {
    return await work(archives);
  } finally {
    for (const archive of archives) await archive.close();
  }
}

/** All rows of the vault's tables but those that a restoration leaves empty. */
export async function vaultOf(ownerUrl: string): Promise<Record<string, unknown[]>> {
  return withConnection(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'vault' order by 1`,
    );
    const content: Record<string, unknown[]> = {};
    for (const { name } of tables) {
      if (['session', 'used_ticket'].includes(name)) continue;
      content[name] = (await client.query(`select t::text from vault."${name}" t order by 1`)).rows;
    }
    return content;
  });
}
