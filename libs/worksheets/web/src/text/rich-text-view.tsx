import { useTranslation } from 'react-i18next';
import { readBody, type BodyMark, type BodyNode } from '@cotejo/worksheets-contracts';
import { REFERENCE_CHARS } from './references.ts';
import { isSafeAddress } from './safe-address.ts';
import { useLoadedImage } from './use-loaded-image.ts';
import styles from './rich-text.module.css';
import type { LoadImage } from './attached-image.ts';
import { Fragment, type ReactNode } from 'react';

export interface RichTextViewProps {
  /** JSON of ProseMirror from a revision; null = empty. */
  readonly body: unknown;
  /** Absent: images are shown by name only. */
  readonly loadImage?: LoadImage;
}

/** Read-only view of a text without an editor, rendered as React elements, never as HTML. */
export function RichTextView({ body, loadImage }: RichTextViewProps) {
  const { t } = useTranslation('worksheets-web');
  const content = readBody(body);
  if (content.length === 0) return <p className={styles.hint}>{t('text.empty')}</p>;
  return <div className={`${styles.content} ${styles.view}`}>{blocks(content, loadImage)}</div>;
}

const blocks = (content: readonly BodyNode[], loadImage?: LoadImage): ReactNode =>
  content.map((node, at) => (
    // The body is static, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{drawn(node, loadImage)}</Fragment>
  ));

const CELLS = ['tableCell', 'tableHeader'];

function drawn(node: BodyNode, loadImage?: LoadImage): ReactNode {
  const { type, attrs, content } = node;
  const inside = blocks(content, loadImage);
  switch (type) {
    case 'text':
      return marked(node.text, node.marks);
    case 'heading':
      return attrs['level'] === 4 ? <h4>{inside}</h4> : <h3>{inside}</h3>;
    case 'bulletList':
      return <ul>{inside}</ul>;
    case 'orderedList':
      return <ol {...(typeof attrs['start'] === 'number' && { start: attrs['start'] })}>{inside}</ol>;
    case 'listItem':
      return <li>{inside}</li>;
    case 'blockquote':
      return <blockquote>{inside}</blockquote>;
    case 'horizontalRule':
      return <hr />;
    case 'hardBreak':
      return <br />;
    case 'table':
      return (
        <table>
          <tbody>{inside}</tbody>
        </table>
      );
    case 'tableRow':
      return <tr>{inside}</tr>;
    case 'tableCell':
    case 'tableHeader':
      return cell(node, inside);
    case 'mention':
      return reference(attrs);
    case 'image':
      return <ShownImage attrs={attrs} {...(loadImage && { loadImage })} />;
    case 'paragraph':
      return <p>{content.length === 0 ? <br /> : inside}</p>;
    default:
      return inside;
  }
}

function cell({ type, attrs }: BodyNode, inside: ReactNode): ReactNode {
  const span = (name: string) => {
    const value = attrs[name];
    return typeof value === 'number' && value > 1 && value <= 100 ? value : undefined;
  };
  const Cell = type === CELLS[1] ? 'th' : 'td';
  return (
    <Cell colSpan={span('colspan')} rowSpan={span('rowspan')}>
      {inside}
    </Cell>
  );
}

const ELEMENT_OF_MARK: Readonly<Record<string, 'strong' | 'em' | 'u' | 's' | 'code'>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
};
const marked = (text: string, marks: readonly BodyMark[]): ReactNode =>
  marks.reduce<ReactNode>((inside, { type, attrs }) => {
    const Element = ELEMENT_OF_MARK[type];
    if (Element) return <Element>{inside}</Element>;
    const address = attrs['href'];
    if (type !== 'link' || typeof address !== 'string' || !isSafeAddress(address)) return inside;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {inside}
      </a>
    );
  }, text);

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function reference(attrs: BodyNode['attrs']): ReactNode {
  const char = wordsOf(attrs['mentionSuggestionChar']);
  const label = wordsOf(attrs['label']) || wordsOf(attrs['id']);
  return (
    <span className="text-reference" data-kind={char}>
      {char === REFERENCE_CHARS.tick ? label : `${char}${label}`}
    </span>
  );
}

function ShownImage({
  attrs,
  loadImage,
}: {
  readonly attrs: BodyNode['attrs'];
  readonly loadImage?: LoadImage;
}) {
  const { t } = useTranslation('worksheets-web');
  const address = useLoadedImage(wordsOf(attrs['attachment']), loadImage);
  const name = wordsOf(attrs['alt']);
  return (
    <span className="text-image">
      {address === null ? name || t('text.image_missing') : <img src={address} alt={name} />}
    </span>
  );
}
