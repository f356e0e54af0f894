import { z } from 'zod';
import { UPLOAD_HOURS } from '../protocol.ts';
import { wipeShelf } from './upload-shelf.ts';

/** Subset of `localStorage` used here. */
export type UploadStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const remembered = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number(),
  target: z.string(),
  begunAt: z.number(),
});
/** An upload that this browser started and did not finish. To resume, its file must be chosen again. */
export type RememberedUpload = z.infer<typeof remembered>;

export interface Recognised {
  readonly name: string;
  readonly size: number;
  readonly lastModified?: number;
}

const PREFIX = 'cotejo-uploads';
const KEPT_MS = UPLOAD_HOURS * 3_600_000;

/** URLs of a user's unfinished uploads, so that they can be resumed after the page was closed. */
export class UploadMemory {
  constructor(
    private readonly user: string,
    private readonly storage: UploadStorage | null,
    private readonly now: () => number = Date.now,
  ) {}

  find(file: Recognised, target: string): RememberedUpload | null {
    return this.read(this.keyOf(file, target));
  }

  keep(file: Recognised, target: string, url: string): void {
    const entry: RememberedUpload = { url, name: file.name, bytes: file.size, target, begunAt: this.now() };
    try {
      this.storage?.setItem(this.keyOf(file, target), JSON.stringify(entry));
    } catch {
      // Without storage (full or forbidden), only resuming after a reload is lost.
    }
  }

  forget(file: Recognised, target: string): void {
    this.storage?.removeItem(this.keyOf(file, target));
  }

  /** Forgets every upload with that name and target, whatever the file was. */
  forgetNamed(name: string, target: string): void {
    for (const key of keysOf(this.storage, this.user)) {
      const entry = this.read(key);
      if (entry?.name === name && entry.target === target) this.storage?.removeItem(key);
    }
  }

  all(): RememberedUpload[] {
    return keysOf(this.storage, this.user)
      .map((key) => this.read(key))
      .filter((entry) => entry !== null);
  }

  private read(key: string): RememberedUpload | null {
    const found = parse(this.storage?.getItem(key) ?? null);
    if (found !== null && this.now() - found.begunAt < KEPT_MS) return found;
    this.storage?.removeItem(key);
    return null;
  }

  /** Identifies a file by name, size and modification time, without reading its content. */
  private keyOf({ name, size, lastModified = 0 }: Recognised, target: string): string {
    return [PREFIX, this.user, JSON.stringify([target, name, size, lastModified])].join(':');
  }
}

/** Removes this browser's data on a user's uploads. Call it on logout, after stopping them. */
export async function wipeUploads(
  user: string,
  storage: UploadStorage | null = browserStorage(),
): Promise<void> {
  for (const key of keysOf(storage, user)) storage?.removeItem(key);
  await wipeShelf(user);
}

/** Null where the browser forbids it. */
export function browserStorage(): UploadStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function keysOf(storage: UploadStorage | null, user: string): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  return keys.filter((key) => key.startsWith(`${PREFIX}:${user}:`));
}

function parse(text: string | null): RememberedUpload | null {
  if (text === null) return null;
  try {
    return remembered.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
