import * as Y from 'yjs';
import { z } from 'zod';

/** A node of ProseMirror's JSON. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly RichTextNode[] | undefined;
  readonly text?: string | undefined;
  readonly marks?:
    | readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[]
    | undefined;
}

const attributes = z.record(z.string(), z.unknown());

/** Schema of bodies read from the vault; lenient, because only the product writes them. */
export const richTextNode: z.ZodType<RichTextNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    attrs: attributes.optional(),
    content: z.array(richTextNode).optional(),
    text: z.string().optional(),
    marks: z.array(z.object({ type: z.string(), attrs: attributes.optional() })).optional(),
  }),
);

/** Plain text as rich text, one paragraph a line. */
export const paragraphsOf = (text: string): RichTextNode => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  })),
});

/** A body from the vault: rich text, or plain imported text. */
export function richTextOfBody(body: string): RichTextNode {
  const read = richTextNode.safeParse(jsonOrNull(body)).data;
  return read?.type === 'doc' ? read : paragraphsOf(body);
}

function jsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const SILENT: ReadonlySet<string> = new Set(['doc', 'paragraph', 'text']);

/** Whether it has no visible content: opening an editor leaves an empty paragraph. */
export const isBlank = (node: RichTextNode): boolean =>
  SILENT.has(node.type) && (node.text ?? '').trim() === '' && (node.content ?? []).every(isBlank);

/** Replaces the content of a fragment with rich text, in the structure of the editor's binding. */
export function fillFragment(fragment: Y.XmlFragment, { content = [] }: RichTextNode): void {
  fragment.delete(0, fragment.length);
  fragment.insert(0, childrenOf(content));
}

function childrenOf(nodes: readonly RichTextNode[]): (Y.XmlElement | Y.XmlText)[] {
  const children: (Y.XmlElement | Y.XmlText)[] = [];
  let run: RichTextNode[] = [];
  const end = (): void => {
    if (run.length > 0) children.push(textOf(run));
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'text') run.push(node);
    else {
      end();
      children.push(elementOf(node));
    }
  }
  end();
  return children;
}

function elementOf({ type, attrs = {}, content = [] }: RichTextNode): Y.XmlElement {
  const element = new Y.XmlElement<Record<string, object | string | number | boolean>>(type);
  for (const [name, value] of Object.entries(attrs))
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  element.insert(0, childrenOf(content));
  return element as Y.XmlElement;
}

/** Adjacent text nodes become one text with formatting. */
function textOf(nodes: readonly RichTextNode[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(
    nodes.map(({ text: insert = '', marks = [] }) => ({
      insert,
      attributes: Object.fromEntries(marks.map(({ type, attrs = {} }) => [type, attrs])),
    })),
  );
  return text;
}

/** Visible text, one line a block; references as their labels. */
export function readableText(node: RichTextNode): string {
  const lines: string[] = [];
  readInto(node, lines);
  return lines.join('\n').trim();
}

const INLINE: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention', 'image']);

function readInto({ type, text, attrs, content = [] }: RichTextNode, lines: string[]): void {
  const isBlock = !INLINE.has(type) && content.every((child) => INLINE.has(child.type));
  if (type === 'hardBreak' || (isBlock && type !== 'doc')) lines.push('');
  const label = attrs?.['label'];
  const said = text ?? (INLINE.has(type) && typeof label === 'string' ? label : '');
  if (said !== '') lines[Math.max(0, lines.length - 1)] = `${lines.at(-1) ?? ''}${said}`;
  for (const child of content) readInto(child, lines);
}
