import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttachmentAddresses } from './attachment-images.ts';

let revoked: string[];
let asked: string[];
const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
beforeEach(() => {
  [revoked, asked] = [[], []];
  let made = 0;
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = (address) => void revoked.push(address);
});
afterEach(() => {
  URL.createObjectURL = original.create;
  URL.revokeObjectURL = original.revoke;
});

const api = (type = 'image/png', bytes = 10) => ({
  getBytes: (path: string) => {
    asked.push(path);
    return Promise.resolve({
      bytes: new Uint8Array(bytes),
      headers: new Headers({ 'content-type': `${type}; charset=x` }),
    });
  },
});

describe('addresses of attachments', () => {
  it('are fetched once, also when two ask at the same time', async () => {
    const addresses = new AttachmentAddresses('audit');
    const [one, two] = await Promise.all([addresses.get(api(), 'a'), addresses.get(api(), 'a')]);
    expect([one, two, await addresses.get(api(), 'a')]).toEqual(['blob:1', 'blob:1', 'blob:1']);
    expect(asked).toEqual(['/proyecto/riesgo/auditoria/audit/adjuntos/a/archivo/']);
  });

  it('are none of what no page shows, nor of what cannot be had; that is asked for again', async () => {
    const addresses = new AttachmentAddresses('audit');
    expect(await addresses.get(api('text/html'), 'a')).toBeNull();
    const failing = { getBytes: () => Promise.reject(new Error('away')) };
    expect(await addresses.get(failing, 'b')).toBeNull();
    await vi.waitFor(async () => expect(await addresses.get(api(), 'b')).not.toBeNull());
  });

  it('go when they are too many, the least used first, never the newest', async () => {
    const addresses = new AttachmentAddresses('audit', 25);
    await addresses.get(api(), 'a');
    await addresses.get(api(), 'b');
    await addresses.get(api(), 'a');
    await addresses.get(api(), 'c');
    await vi.waitFor(() => expect(revoked).toEqual(['blob:2']));
    await addresses.get(api('image/png', 1000), 'd');
    await vi.waitFor(() => expect(revoked).toEqual(['blob:2', 'blob:1', 'blob:3']));
  });

  it('all go with the audit', async () => {
    const addresses = new AttachmentAddresses('audit');
    await Promise.all(['a', 'b'].map((id) => addresses.get(api(), id)));
    addresses.release();
    await vi.waitFor(() => expect(revoked).toEqual(['blob:1', 'blob:2']));
  });
});
