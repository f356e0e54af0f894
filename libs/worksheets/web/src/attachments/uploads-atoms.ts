import { createUploader, wipeUploads, type Uploader, type UploadState } from '@cotejo/files/client';
import type { ApiClient } from '@cotejo/http/client';
import {
  ATTACHMENT_UPLOADS,
  readAttachmentTarget,
  type AttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { atom, useAtomValue, type createStore } from 'jotai';
import { useMemo, useSyncExternalStore } from 'react';

type Store = ReturnType<typeof createStore>;

interface OpenUploads {
  readonly user: string;
  readonly uploader: Uploader;
}

const openUploadsAtom = atom<OpenUploads | null>(null);

export interface UploadsOwner {
  readonly api: Pick<ApiClient, 'headers'>;
  readonly me: { readonly id: string };
}

/** Uploads of the signed-in user: one queue for the page's lifetime, independent of the route. */
export function openUploads(store: Store, { api, me }: UploadsOwner): Uploader {
  const open = store.get(openUploadsAtom);
  if (open?.user === me.id) return open.uploader;
  void open?.uploader.stop();
  const uploader = createUploader({
    endpoint: ATTACHMENT_UPLOADS,
    user: me.id,
    headers: () => api.headers(),
  });
  store.set(openUploadsAtom, { user: me.id, uploader });
  void uploader.restore();
  return uploader;
}

/** Aborts running uploads; the browser remembers them for the same user's next visit. */
export async function leaveUploads(store: Store): Promise<void> {
  const open = store.get(openUploadsAtom);
  store.set(openUploadsAtom, null);
  await open?.uploader.stop();
}

/** On sign-out: aborts uploads and deletes what the browser remembered. */
export async function endUploads(store: Store, user: string): Promise<void> {
  await leaveUploads(store);
  await wipeUploads(user);
}

export const useUploader = (): Uploader | null => useAtomValue(openUploadsAtom)?.uploader ?? null;

const NO_UPLOADS: readonly UploadState[] = [];
const nothingToHear = () => () => undefined;

/** All uploads of the page, in the order in which they were added. */
export function useUploads(): readonly UploadState[] {
  const uploader = useUploader();
  return useSyncExternalStore(uploader?.subscribe ?? nothingToHear, () => uploader?.state() ?? NO_UPLOADS);
}

/** An upload with its target. */
export interface PlacedUpload {
  readonly upload: UploadState;
  readonly place: AttachmentTarget;
}

/** Unfinished uploads to an item; to one of its fields if `field` is given (null = the worksheet as a whole). */
export function useUploadsTo(item: string, field?: string | null): readonly PlacedUpload[] {
  const uploads = useUploads();
  return useMemo(
    () =>
      uploads.flatMap((upload) => {
        const place = upload.status === 'done' ? null : readAttachmentTarget(upload.target);
        const isHere = place?.item === item && (field === undefined || place.field === field);
        return isHere ? [{ upload, place }] : [];
      }),
    [uploads, item, field],
  );
}

export const isUnderWay = ({ status }: UploadState): boolean =>
  status === 'waiting' || status === 'uploading' || status === 'paused';
