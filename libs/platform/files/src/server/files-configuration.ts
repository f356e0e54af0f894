import { join } from 'node:path';
import { z } from 'zod';
import { MOST_FILE_BYTES } from '../protocol.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import type { S3Place } from './s3-file-store.ts';
import { stageOnDisk, type Staging } from './staging.ts';
import { wholeNumber } from './whole-number.ts';

const text = z.string().trim().min(1);
const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** Environment variables for files; with a bucket files are stored in S3, otherwise in the data folder. */
export const filesEnvironment = z.object({
  FILES_MOST_BYTES: wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER }).default(MOST_FILE_BYTES),
  FILES_S3_BUCKET: text.optional(),
  FILES_S3_REGION: text.default('us-east-1'),
  FILES_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  FILES_S3_ACCESS_KEY_ID: text.optional(),
  FILES_S3_SECRET_ACCESS_KEY: text.optional(),
  FILES_S3_PATH_STYLE: flag.default(false),
  /** Stage unfinished uploads in the bucket too: for nodes without a shared folder or sticky load balancer. */
  FILES_S3_STAGING: flag.default(false),
});
export type FilesEnvironment = z.infer<typeof filesEnvironment>;

export interface FilePlaces {
  readonly store: FileStore;
  readonly staging: Staging;
}

/**
 * Opens the file store and the staging area that the configuration names. The S3 client is imported only if needed: it
 * takes longer to load than everything else for files.
 */
export async function openFilePlaces(dataDir: string, environment: FilesEnvironment): Promise<FilePlaces> {
  const place = s3PlaceOf(environment);
  const stageHere = (): Promise<Staging> => stageOnDisk(join(dataDir, 'uploads'));
  if (place === null) return { store: new DiskFileStore(join(dataDir, 'files')), staging: await stageHere() };
  const spool = join(dataDir, 'uploads-spool');
  const { S3FileStore } = await import('./s3-file-store.ts');
  const store = new S3FileStore(place, spool);
  if (!environment.FILES_S3_STAGING) return { store, staging: await stageHere() };
  const { stageOnS3 } = await import('./stage-on-s3.ts');
  return { store, staging: stageOnS3(place, spool) };
}

function s3PlaceOf(environment: FilesEnvironment): S3Place | null {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region, FILES_S3_PATH_STYLE: pathStyle } = environment;
  if (bucket === undefined) return null;
  const accessKeyId = environment.FILES_S3_ACCESS_KEY_ID;
  const secretAccessKey = environment.FILES_S3_SECRET_ACCESS_KEY;
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    bucket,
    region,
    pathStyle,
    endpoint: environment.FILES_S3_ENDPOINT ?? null,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : null,
  };
}
