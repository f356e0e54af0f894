import type { Principal } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import { RECORDS, type DemoScene } from '@cotejo/record/server';
import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import { manifests } from '../manifests.ts';
import { demoId } from './name-uuid.ts';
import { DEMO_ACCOUNT_ID, DEMO_ACTOR, demoUserId } from './seed-demo-account.ts';

const DAY_MS = 86_400_000;

/** Creates each context's demo data once; repeating it resumes an interrupted start. */
export async function seedManifests(foundation: Foundation, contexts: Contexts): Promise<void> {
  const { store, clock } = foundation;
  for (const context of manifests) {
    if (context.demo === null) continue;
    const done = `demo-${DEMO_ACCOUNT_ID}-${context.name}`;
    if ((await store.head(done)) !== null) continue;
    await context.demo(await sceneOf(context.name, foundation, contexts));
    const meta = { actor: DEMO_ACTOR, at: clock.now().toISOString(), account: DEMO_ACCOUNT_ID };
    await store.append({
      stream: done,
      expected: 'no-stream',
      events: [
        { id: demoId(`demo ${context.name} written`), type: 'DemoWritten', schemaVersion: 1, data: {}, meta },
      ],
    });
  }
}

async function sceneOf(
  context: string,
  { access: { state }, pool, clock }: Foundation,
  { ground: { all, dayOf } }: Contexts,
): Promise<DemoScene> {
  const { rows: codes } = await pool.query<{ id: AuditId; code: string }>(
    'select id, code from read.audit where account_id = $1 order by year desc',
    [DEMO_ACCOUNT_ID],
  );
  const principalOf = (username: string): Principal => {
    const principal = state.principalOf(DEMO_ACCOUNT_ID, demoUserId(username));
    if (principal === null) throw new Error(`nobody of the demo account is called ${username}`);
    return principal;
  };
  return {
    day: (offset) => dayOf(DEMO_ACCOUNT_ID, new Date(clock.now().getTime() + offset * DAY_MS)),
    person: demoUserId,
    audit(number) {
      const audit = codes.find(({ code }) => code.endsWith(`-${number}`));
      if (audit === undefined) throw new Error(`the demo account has no audit ${number}`);
      return audit.id;
    },
    async act(step, username, of, act, body, id) {
      const service = all(RECORDS).find(({ served }) => served.rules.record.name === of.name)?.service;
      if (service === undefined) throw new Error(`nothing serves ${of.name}`);
      const command = { id: demoId(`${context} ${step}`), isRepeatable: true };
      const principal = principalOf(username);
      const row =
        id === undefined
          ? await service.create(principal, body, command)
          : await service.act(principal, id, act, body, command);
      return String(row['id']);
    },
  };
}
