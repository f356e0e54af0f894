import { mergeAttributes } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';

/** Loads an attachment's image as an object URL; null if there is none. */
export type LoadImage = (attachment: string) => Promise<string | null>;

interface AttachedImageOptions {
  readonly load: LoadImage;
  /** Text in place of an unavailable image. */
  readonly missing: string;
}

/** Images stored as attachments: pasted ones are uploaded first, and external URLs are never loaded. */
export const attachedImage = ({ load, missing }: AttachedImageOptions) =>
  Image.extend({
    addAttributes() {
      return {
        attachment: {
          default: null,
          parseHTML: (element) => element.getAttribute('data-attachment'),
          renderHTML: ({ attachment }: { readonly attachment: unknown }) => ({
            'data-attachment': attachment,
          }),
        },
        alt: { default: null },
      };
    },
    parseHTML: () => [{ tag: 'img[data-attachment]' }],
    renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
    addNodeView() {
      return ({ node }) => {
        const dom = document.createElement('span');
        dom.className = 'text-image';
        const { attachment, alt } = node.attrs;
        const say = (words: string) => (dom.textContent = words);
        const show = (address: string) => {
          const image = document.createElement('img');
          image.src = address;
          image.alt = typeof alt === 'string' ? alt : '';
          dom.replaceChildren(image);
        };
        if (typeof attachment !== 'string') say(missing);
        else
          load(attachment).then(
            (address) => (address === null ? say(missing) : show(address)),
            () => say(missing),
          );
        return { dom };
      };
    },
  });
