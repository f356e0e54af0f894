import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import {
  folderOf,
  isHash,
  placeOf,
  type ByteRange,
  type FileStore,
  type OpenFile,
  type StoredContent,
} from './file-store.ts';
import { hashFile, withSpooled } from './hash-file.ts';

export interface S3Place {
  readonly bucket: string;
  /** Null = the provider's own for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null = the machine's default credentials (role, environment). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Bucket in the path instead of the host name, which most servers other than Amazon's require. */
  readonly pathStyle: boolean;
}

/** S3 client settings, shared by content and staging. */
export const s3ClientOf = ({ endpoint, region, credentials, pathStyle }: S3Place): S3ClientConfig => ({
  region,
  forcePathStyle: pathStyle,
  // Only where the protocol requires them: many servers do not support the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  ...(endpoint !== null && { endpoint }),
  ...(credentials !== null && { credentials }),
});

/** File store in a bucket, under `files/<account>/…`. One request per file: at most 5 GiB each. */
export class S3FileStore implements FileStore {
  private readonly client: S3;

  constructor(
    private readonly place: S3Place,
    /** Folder for streams until their hash, and so their key, is known. */
    private readonly spool: string,
  ) {
    this.client = new S3(s3ClientOf(place));
  }

  async put(account: string, source: string | Readable, sha256?: string): Promise<StoredContent> {
    if (typeof source !== 'string') {
      return withSpooled(this.spool, source, (path) => this.put(account, path));
    }
    const content =
      sha256 === undefined ? await hashFile(source) : { sha256, bytes: (await stat(source)).size };
    if ((await this.has(account, content.sha256)) === content.bytes) return content;
    await this.client.putObject({
      ...this.object(account, content.sha256),
      Body: createReadStream(source),
      ContentLength: content.bytes,
      ContentType: 'application/octet-stream',
      // The bucket rejects content that was damaged in transit.
      ChecksumSHA256: Buffer.from(content.sha256, 'hex').toString('base64'),
    });
    return content;
  }

  async open(account: string, sha256: string, range?: ByteRange): Promise<OpenFile | null> {
    if (!isHash(sha256)) return null;
    const found = await this.client
      .getObject({
        ...this.object(account, sha256),
        ...(range && { Range: `bytes=${range.first}-${range.last}` }),
      })
      .catch(nullWhenMissing);
    if (found === null) return null;
    if (!(found.Body instanceof Readable)) throw new Error('S3 gave an object without a body');
    const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
    return { bytes: whole === undefined ? (found.ContentLength ?? 0) : Number(whole), stream: found.Body };
  }

  async has(account: string, sha256: string): Promise<number | null> {
    if (!isHash(sha256)) return null;
    const found = await this.client.headObject(this.object(account, sha256)).catch(nullWhenMissing);
    return found === null ? null : (found.ContentLength ?? null);
  }

  async remove(account: string, sha256: string): Promise<void> {
    await this.client.deleteObject(this.object(account, sha256));
  }

  async usage(account: string): Promise<{ files: number; bytes: number }> {
    let files = 0;
    let bytes = 0;
    let next: string | undefined;
    do {
      const page = await this.client.listObjectsV2({
        Bucket: this.place.bucket,
        Prefix: `files/${folderOf(account)}/`,
        ...(next !== undefined && { ContinuationToken: next }),
      });
      for (const { Size } of page.Contents ?? []) {
        files += 1;
        bytes += Size ?? 0;
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
    return { files, bytes };
  }

  /** Closes its connections. */
  close(): void {
    this.client.destroy();
  }

  private object(account: string, sha256: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: `files/${placeOf(account, sha256)}` };
  }
}

function nullWhenMissing(error: unknown): null {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchKey' || name === 'NotFound') return null;
  throw error;
}
