import { z } from 'zod';

/** A node of a stored rich text; `text` is empty except for text nodes. */
export interface BodyNode {
  readonly type: string;
  readonly text: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly BodyMark[];
  readonly content: readonly BodyNode[];
}
export interface BodyMark {
  readonly type: string;
  readonly attrs: Readonly<Record<string, unknown>>;
}

/** Maximum nesting, beyond real texts; deeper bodies must not break the page. */
const MAX_DEPTH = 60;
const attributes = z.record(z.string(), z.unknown()).catch({});
const mark = z.object({ type: z.string(), attrs: attributes.default({}) });
const node = z.object({
  type: z.string(),
  text: z.string().catch(''),
  attrs: attributes.default({}),
  marks: z.array(z.unknown()).catch([]),
  content: z.array(z.unknown()).catch([]),
});

/** Blocks of a stored text (JSON of ProseMirror); malformed nodes are dropped. */
export function readBody(body: unknown): readonly BodyNode[] {
  const parsed = node.safeParse(body);
  return parsed.success ? childrenOf(parsed.data.content, 0) : [];
}

const childrenOf = (content: readonly unknown[], depth: number): readonly BodyNode[] =>
  depth > MAX_DEPTH
    ? []
    : content.flatMap((value): BodyNode[] => {
        const parsed = node.safeParse(value);
        if (!parsed.success) return [];
        const { type, text, attrs, marks } = parsed.data;
        return [
          {
            type,
            text,
            attrs,
            marks: marks.flatMap((one) => {
              const read = mark.safeParse(one);
              return read.success ? [read.data] : [];
            }),
            content: childrenOf(parsed.data.content, depth + 1),
          },
        ];
      });
