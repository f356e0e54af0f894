import { mergeAttributes } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';

/** Gets the image of an attachment as an address that this page may show; null when there is none to see. */
export type LoadImage = (attachment: string) => Promise<string | null>;

interface AttachedImageOptions {
  readonly load: LoadImage;
  /** Said in the place of an image that can't be had. */
  readonly missing: string;
}

/** An image that lies among the attachments: what is pasted is uploaded first, and nothing from elsewhere is shown. */
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
