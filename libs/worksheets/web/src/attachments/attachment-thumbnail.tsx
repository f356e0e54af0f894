import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FileIcon } from './file-icon.tsx';
import { previewOf } from './file-kind.ts';
import styles from './attachments.module.css';

/** Bytes; larger images are fetched only when opened. */
const MOST_BYTES = 4 * 1024 * 1024;

interface AttachmentThumbnailProps {
  readonly file: AttachmentView;
  readonly load: (attachment: string) => Promise<string | null>;
}

/** The image itself, loaded once visible; an icon of the kind for other files. */
export function AttachmentThumbnail(props: AttachmentThumbnailProps) {
  const { tipo, peso_archivo } = props.file;
  if (previewOf(tipo) === 'image' && peso_archivo <= MOST_BYTES) return <ImageThumbnail {...props} />;
  return (
    <span className={styles.thumbnail}>
      <FileIcon name={props.file.nombre_archivo} mediaType={tipo} />
    </span>
  );
}

function ImageThumbnail({ file, load }: AttachmentThumbnailProps) {
  const { ref, entry } = useIntersection<HTMLSpanElement>({ rootMargin: '100px' });
  const isSeen = entry?.isIntersecting === true;
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
    if (!isSeen) return;
    let isHere = true;
    void load(file.id).then((found) => isHere && setAddress(found));
    return () => void (isHere = false);
  }, [isSeen, file.id, load]);

  return (
    <span ref={ref} className={styles.thumbnail}>
      {address === null ? (
        <FileIcon name={file.nombre_archivo} mediaType={file.tipo} />
      ) : (
        // The object URL may have been revoked meanwhile; the icon is shown then.
        <img src={address} alt="" onError={() => setAddress(null)} />
      )}
    </span>
  );
}
