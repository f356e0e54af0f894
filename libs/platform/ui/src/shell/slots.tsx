import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Slots of the shell that the current page may fill: a skip link before everything else; in the header the
 * breadcrumb at the start; presence, connection and search at the end. Outside of a shell they render nothing.
 */
const skips = atom<HTMLElement | null>(null);
const headerStart = atom<HTMLElement | null>(null);
const headerEnd = atom<HTMLElement | null>(null);
const pageTitle = atom<string | null>(null);

/** Place of the page's skip link, among the first tab stops of the shell. */
export function SkipHost({ className }: { readonly className?: string | undefined }) {
  return <div ref={useSetAtom(skips)} className={className} />;
}

interface SkipLinkProps {
  readonly label: string;
  /** The element that takes the focus; null while there is none. */
  readonly to: () => HTMLElement | null;
}

/** Link to the main part of a page, visible while it has the focus. */
export function SkipLink({ label, to }: SkipLinkProps) {
  const host = useAtomValue(skips);
  if (host === null) return null;
  const link = (
    <a
      href="#contenido"
      onClick={(event) => {
        event.preventDefault();
        to()?.focus();
      }}
    >
      {label}
    </a>
  );
  return createPortal(link, host);
}

export function HeaderStartHost({ className }: { readonly className?: string | undefined }) {
  return <div ref={useSetAtom(headerStart)} className={className} />;
}

export function HeaderEndHost({ className }: { readonly className?: string | undefined }) {
  return <div ref={useSetAtom(headerEnd)} className={className} />;
}

/** Renders its children at the start of the shell's header. */
export function HeaderStart({ children }: { readonly children: ReactNode }) {
  const host = useAtomValue(headerStart);
  return host === null ? null : createPortal(children, host);
}

/** Renders its children at the end of the shell's header: presence, connection. */
export function HeaderEnd({ children }: { readonly children: ReactNode }) {
  const host = useAtomValue(headerEnd);
  return host === null ? null : createPortal(children, host);
}

/** Sets the document title while mounted: "<page> · Cotejo". */
export function usePageTitle(title: string): void {
  const setTitle = useSetAtom(pageTitle);
  useEffect(() => {
    setTitle(title);
    return () => setTitle((current) => (current === title ? null : current));
  }, [title, setTitle]);
}

export interface BrowserTitle {
  readonly product: string;
  /** Prefix on development servers. */
  readonly marker?: string | null;
  /** Title of the route until the page sets its own. */
  readonly fallback?: string | null;
}

/** For the shell: builds the document title from marker, page title and product name. */
export function useBrowserTitle({ product, marker = null, fallback = null }: BrowserTitle): void {
  const title = useAtomValue(pageTitle) ?? fallback;
  useEffect(() => {
    const whole = title === null ? product : `${title} · ${product}`;
    document.title = marker === null ? whole : `${marker} ${whole}`;
  }, [title, product, marker]);
}
