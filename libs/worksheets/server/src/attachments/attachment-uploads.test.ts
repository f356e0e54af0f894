import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '@cotejo/access-contracts';
import { auditId, itemId, type HeldAdmission, type HeldAudit } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { describe, expect, it } from 'vitest';
import { AttachmentUploads, type AttachmentUploadsOptions } from './attachment-uploads.ts';

const principal = { accountId: randomUUID(), userId: randomUUID() } as unknown as Principal;
const target = JSON.stringify({
  audit: auditId.parse(randomUUID()),
  item: itemId.parse(randomUUID()),
  field: null,
  replaces: null,
});

/** Answer of an upload for an audit's admission; null = no such audit. */
async function answerTo(admission: HeldAdmission | null): Promise<unknown[]> {
  const held: Partial<HeldAudit> = { admission: () => admission as HeldAdmission, release: () => undefined };
  const options: Partial<AttachmentUploadsOptions> = {
    audits: {
      hold: () => Promise.resolve(admission === null ? null : (held as HeldAudit)),
      submit: () => Promise.reject(new Error('nothing is written')),
    },
    mayUpload: () => true,
  };
  const uploads = new AttachmentUploads(options as AttachmentUploadsOptions);
  const request = { method: 'POST' } as IncomingMessage;
  const thrown = await uploads.authorize(principal, target, request).catch((error: unknown) => error);
  if (!(thrown instanceof Refusal)) throw new Error('it was let in');
  return [thrown.status, thrown.catalogue.namespace, thrown.code, thrown.options];
}

describe('beginning an upload for an audit that one may not open', () => {
  it('answers the same as for one that is not there', async () => {
    const nowhere = await answerTo(null);
    expect(nowhere.slice(0, 3)).toEqual([404, 'audits-contracts', 'audit_not_found']);
    expect(await answerTo({ ok: false, why: 'forbidden' })).toEqual(nowhere);
    expect(await answerTo({ ok: false, why: 'unknown' })).toEqual(nowhere);
    expect((await answerTo({ ok: false, why: 'session-ended' }))[0]).toBe(401);
  });
});
