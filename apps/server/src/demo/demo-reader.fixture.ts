import { auditRow, treeItemRead, type TreeItemRead } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';

type Session = Awaited<ReturnType<StartedServer['signIn']>>;

/** Items of a tree, each before its children. */
export const every = (items: readonly TreeItemRead[]): TreeItemRead[] =>
  items.flatMap((item) => [item, ...every(item.items)]);

/** Reads as a user of the demo account. */
export function demoReader(started: StartedServer, session: Session) {
  const read = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const answer = await started.get(`/proyecto/riesgo/${path}`, session).expect(200);
    return z.object({ data: shape }).parse(answer.body).data;
  };
  const audit = async (name: string) => {
    const found = (await read('auditoria/', z.array(auditRow))).find(({ nombre }) => nombre === name);
    if (!found) throw new Error(`no audit is called ${name}`);
    return found;
  };
  const itemsOf = async (name: string) =>
    every(await read(`auditoria/${(await audit(name)).id}/tree/`, z.array(treeItemRead)));
  return { read, audit, itemsOf };
}

export type DemoReader = ReturnType<typeof demoReader>;
