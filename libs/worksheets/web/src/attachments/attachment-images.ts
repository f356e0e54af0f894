import { performDownload, type ApiClient } from '@cotejo/http/client';
import { attachmentCalls } from '@cotejo/worksheets-contracts';
import { atom, type createStore } from 'jotai';
import { previewOf } from './file-kind.ts';

type Store = ReturnType<typeof createStore>;
type Read = Pick<ApiClient, 'getBytes'>;

/** Bytes of images and PDFs cached per audit. */
const MOST_BYTES = 96 * 1024 * 1024;

interface Kept {
  readonly address: Promise<string | null>;
  bytes: number;
}

/** Object URLs of attachments, each fetched once; least recently used ones are revoked above the limit. */
export class AttachmentAddresses {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly auditId: string,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /** Null if the file cannot be shown or fetched; a failed fetch is retried later. */
  get(api: Read, attachment: string): Promise<string | null> {
    const found = this.kept.get(attachment);
    if (found) {
      this.kept.delete(attachment);
      this.kept.set(attachment, found);
      return found.address;
    }
    const kept: Kept = { bytes: 0, address: this.fetch(api, attachment, (bytes) => (kept.bytes = bytes)) };
    this.kept.set(attachment, kept);
    void kept.address.then((address) => {
      if (address === null) this.kept.delete(attachment);
      this.shrink(attachment);
    });
    return kept.address;
  }

  release(): void {
    for (const id of [...this.kept.keys()]) this.drop(id);
  }

  private async fetch(api: Read, id: string, weigh: (bytes: number) => void): Promise<string | null> {
    try {
      const { bytes, headers } = await performDownload(api, attachmentCalls.download, {
        params: { auditId: this.auditId, attachmentId: id },
        query: { ver: '1' },
      });
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      if (previewOf(type) === null) return null;
      weigh(bytes.byteLength);
      return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    } catch {
      return null;
    }
  }

  /** The newest file is kept whatever its size. */
  private shrink(newest: string): void {
    let bytes = [...this.kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [id, one] of this.kept) {
      if (bytes <= this.mostBytes) return;
      if (id === newest || one.bytes === 0) continue;
      bytes -= one.bytes;
      this.drop(id);
    }
  }

  private drop(id: string): void {
    const found = this.kept.get(id);
    this.kept.delete(id);
    void found?.address.then((address) => address !== null && URL.revokeObjectURL(address));
  }
}

const addressesAtom = atom<ReadonlyMap<string, AttachmentAddresses>>(new Map());

/** Cache of an audit, kept while the audit is open. */
export function addressesOf(store: Store, auditId: string): AttachmentAddresses {
  const all = store.get(addressesAtom);
  const found = all.get(auditId);
  if (found) return found;
  const made = new AttachmentAddresses(auditId);
  store.set(addressesAtom, new Map([...all, [auditId, made]]));
  return made;
}

export function releaseImages(store: Store, auditId: string): void {
  const rest = new Map(store.get(addressesAtom));
  rest.get(auditId)?.release();
  rest.delete(auditId);
  store.set(addressesAtom, rest);
}
