import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Places of the shell's header that a page may fill while it is shown: the breadcrumb at the start;
 * presence, connection and search at the end. The shell offers them; outside a shell they show nothing.
 */
const headerStart = atom<HTMLElement | null>(null);
const headerEnd = atom<HTMLElement | null>(null);
const pageTitle = atom<string | null>(null);

export function HeaderStartHost({ className }: { readonly className?: string | undefined }) {
  return <div ref={useSetAtom(headerStart)} className={className} />;
}

export function HeaderEndHost({ className }: { readonly className?: string | undefined }) {
  return <div ref={useSetAtom(headerEnd)} className={className} />;
}

/** Puts its children at the start of the shell's header. */
export function HeaderStart({ children }: { readonly children: ReactNode }) {
  const host = useAtomValue(headerStart);
  return host === null ? null : createPortal(children, host);
}

/** Puts its children at the end of the shell's header: presence, connection. */
export function HeaderEnd({ children }: { readonly children: ReactNode }) {
  const host = useAtomValue(headerEnd);
  return host === null ? null : createPortal(children, host);
}

/** Names the page in the browser's title while it is shown: "<page> · Cotejo". */
export function usePageTitle(title: string): void {
  const setTitle = useSetAtom(pageTitle);
  useEffect(() => {
    setTitle(title);
    return () => setTitle((current) => (current === title ? null : current));
  }, [title, setTitle]);
}

export interface BrowserTitle {
  readonly product: string;
  /** Before everything else where the server is one of development. */
  readonly marker?: string | null;
  /** The name of the page's address, until the page says its own. */
  readonly fallback?: string | null;
}

/** For the shell: writes the marker, the page's title and the product's name. */
export function useBrowserTitle({ product, marker = null, fallback = null }: BrowserTitle): void {
  const title = useAtomValue(pageTitle) ?? fallback;
  useEffect(() => {
    const whole = title === null ? product : `${title} · ${product}`;
    document.title = marker === null ? whole : `${marker} ${whole}`;
  }, [title, product, marker]);
}
