import { auditId, itemId } from '@cotejo/audits-contracts';
import { ATTACHMENT_UPLOADS, writeAttachmentTarget } from '@cotejo/worksheets-contracts';
import type { Answered, Raid, Who } from './raid.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const API = '/api';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export interface Announced {
  /** Upload path; null if the upload was not begun. */
  readonly path: string | null;
  /** Code of the refusal; null if it was accepted, or not answered. */
  readonly code: string | null;
}

/** Announces a file of `length` bytes for a worksheet. */
export async function announce(raid: Raid, who: Who, name: string, length: number): Promise<Announced> {
  const { working } = raid.scene;
  const item = raid.chance.pick(working.items.filter(({ type }) => type === 'step'));
  const target = writeAttachmentTarget({
    audit: auditId.parse(working.audit),
    item: itemId.parse(item.id),
    field: null,
  });
  const headers = {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': `filename ${base64(name)},target ${base64(target)}`,
  };
  const answer = await raid.ask({ method: 'POST', path: ATTACHMENT_UPLOADS.slice(API.length), headers }, who);
  const location = answer?.headers.get('location') ?? null;
  const path = location?.slice(location.indexOf(API) + API.length) ?? null;
  return { path, code: answer?.code ?? null };
}

export const sendBytes = (raid: Raid, who: Who, path: string, bytes: Uint8Array): Promise<Answered | null> =>
  raid.ask(
    {
      method: 'PATCH',
      path,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    },
    who,
  );

export const withdraw = (raid: Raid, who: Who, path: string): Promise<Answered | null> =>
  raid.ask({ method: 'DELETE', path, headers: TUS }, who);
