import type { Principal } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import { writeFileTarget } from '@cotejo/record';
import { RECORDS, STORED_FILES, UPLOAD_PLACES, type DemoScene } from '@cotejo/record/server';
import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import { manifests } from '../manifests.ts';
import { pdf } from './demo-files.ts';
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
  { ground: { all, the, dayOf } }: Contexts,
): Promise<DemoScene> {
  const { rows: codes } = await pool.query<{ id: AuditId; code: string }>(
    'select id, code from read.audit where account_id = $1 order by year desc',
    [DEMO_ACCOUNT_ID],
  );
  const { rows: followed } = await pool.query<{ id: string; audit: string; code: string | null }>(
    `select id, audit_id as audit, code from read.tree_item
      where account_id = $1 and live and type in ('finding', 'action_plan')`,
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
    followUp(audit, code) {
      const item = followed.find((each) => each.audit === audit && each.code === code);
      if (item === undefined) throw new Error(`audit ${audit} has no ${code}`);
      return item.id;
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
    async upload(step, username, { of, field }, { name, lines }) {
      const { content, mime } = pdf(name, lines);
      const id = demoId(`${context} ${step} file`);
      const { sha256 } = await the(STORED_FILES).keep(DEMO_ACCOUNT_ID, id, content);
      const target = writeFileTarget({ record: of.name, field });
      await all(UPLOAD_PLACES)
        .find((places) => places.takes(target))
        ?.finished({
          ...{ id, target, name, sha256, account: DEMO_ACCOUNT_ID, user: demoUserId(username) },
          ...{ kind: 'pdf', mediaType: mime, bytes: content.length },
        });
      return id;
    },
  };
}
