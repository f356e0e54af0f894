import { createElement, type ComponentProps } from 'react';

type Tag = 'div' | 'section' | 'p' | 'ol';

/**
 * An element that scrolls. It is focusable, because whoever has no control inside it scrolls it by keyboard.
 * @param as its tag
 */
export const ScrollRegion = <T extends Tag>({ as, ...props }: ComponentProps<T> & { readonly as: T }) =>
  createElement(as, { tabIndex: 0, ...props });
