import { Readable } from 'node:stream';
import { NoSuchKey, NotFound, S3 } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { withSpooled } from './hash-file.ts';
import { s3ClientOf, type S3Place } from './s3-file-store.ts';
import type { Staging } from './staging.ts';

const PREFIX = 'uploads/';

/**
 * Staging in a bucket, for nodes without a shared folder. Chunks below S3's minimum part size (5 MiB) are rewritten
 * with each chunk that follows: slow, so use it only where necessary.
 */
export function stageOnS3(place: S3Place, spool: string): Staging {
  const { bucket } = place;
  const settings = s3ClientOf(place);
  const dataStore = new S3Store({ s3ClientConfig: { ...settings, bucket }, useTags: false });
  const client = new S3(settings);
  const nameOf = (id: string): string => PREFIX + id;
  return {
    dataStore,
    nameOf,
    async received(id) {
      const isKnown = await client
        .headObject({ Bucket: bucket, Key: `${nameOf(id)}.info` })
        .catch(nullWhenNoObject);
      return isKnown === null ? null : (await dataStore.getUpload(nameOf(id))).offset;
    },
    async withFile(id, lend) {
      const { Body } = await client.getObject({ Bucket: bucket, Key: nameOf(id) });
      if (!(Body instanceof Readable)) throw new Error('S3 gave an object without a body');
      return withSpooled(spool, Body, lend);
    },
    async remove(id) {
      // A complete upload has no parts left; the store then reports it as not found.
      await dataStore.remove(nameOf(id)).catch(passNotFound);
      for (const end of ['', '.info', '.part']) {
        await client.deleteObject({ Bucket: bucket, Key: nameOf(id) + end });
      }
    },
    async olderThan(moment) {
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket, Prefix: PREFIX });
      const old = Contents.filter(({ LastModified }) => LastModified !== undefined && LastModified < moment);
      const ids = old.map(({ Key = '' }) => Key.slice(PREFIX.length).replace(/\.(info|part)$/, ''));
      return [...new Set(ids)];
    },
  };
}

function passNotFound(error: unknown): void {
  const isTus = typeof error === 'object' && error !== null && 'status_code' in error;
  if (!isTus || error.status_code !== 404) nullWhenNoObject(error);
}

function nullWhenNoObject(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null;
  throw error;
}
