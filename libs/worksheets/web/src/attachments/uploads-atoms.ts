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

/** The uploads of whoever is signed in: one queue for as long as the page lives, whatever it shows. */
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

/** Breaks off what is under way; the browser keeps it for when the same person is here again. */
export async function leaveUploads(store: Store): Promise<void> {
  const open = store.get(openUploadsAtom);
  store.set(openUploadsAtom, null);
  await open?.uploader.stop();
}

/** The same, and nothing of it stays in the browser: the person signed out. */
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

/** An upload with the place where it belongs. */
export interface PlacedUpload {
  readonly upload: UploadState;
  readonly place: AttachmentTarget;
}

/** Uploads to an item that are not done; to one of its fields when `field` is told, null being the whole. */
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
