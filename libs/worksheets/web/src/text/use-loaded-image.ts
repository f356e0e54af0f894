import { useEffect, useState } from 'react';
import type { LoadImage } from './attached-image.ts';

/** Object URL of an attachment's image; null while there is none. */
export function useLoadedImage(attachment: string, load: LoadImage | undefined): string | null {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly address: string | null } | null>(null);
  useEffect(() => {
    if (!load || attachment === '') return undefined;
    let isGone = false;
    const show = (address: string | null) => {
      if (!isGone) setLoaded({ of: attachment, address });
    };
    load(attachment).then(show, () => show(null));
    return () => {
      isGone = true;
    };
  }, [attachment, load]);
  return loaded?.of === attachment ? loaded.address : null;
}
