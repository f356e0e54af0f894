import { defineErrors } from '@cotejo/http/contracts';
import { z } from 'zod';

export const DOCUMENT_FORMATS = ['xlsx', 'pdf', 'docx'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Refusals of documents; texts in `i18n`. */
export const documentErrors = defineErrors('documents', {
  /** More bytes than one call takes, or more cells than the format is laid out for. */
  document_too_large: 413,
});

/** Rows of one document; as many as a list holds. */
export const MOST_DOCUMENT_ROWS = 10_000;
/** Columns of one document: more do not fit on paper. */
export const MOST_DOCUMENT_COLUMNS = 60;
/** Characters of one cell: Excel takes no more. */
export const MOST_CELL_CHARACTERS = 32_767;
const MOST_FACTS = 50;
const MOST_WORDS = 2_000;
const MOST_TITLE = 200;
const MOST_WIDTH = 200;

/**
 * What cells of a column are in Excel, where they read so: numbers (`12.5`), amounts, hours, percentages (`71.8`),
 * days (`yyyy-MM-dd`) and moments (`yyyy-MM-ddTHH:mm`, without a zone, as Excel has them). PDF and Word show the
 * text as it comes.
 */
const columnKind = z.enum(['text', 'number', 'money', 'hours', 'percent', 'day', 'moment']);
export type ColumnKind = z.infer<typeof columnKind>;

const words = z.string().max(MOST_WORDS);
const cell = z.string().max(MOST_CELL_CHARACTERS);
/** Names the file: without control characters and halves of surrogate pairs, which no header can carry. */
const title = z
  .string()
  .max(MOST_TITLE)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

/** A table and what the document says about it, in any format. */
export const tableDocument = z
  .object({
    format: z.enum(DOCUMENT_FORMATS),
    title,
    /** Label and value of each thing that the document says of itself. */
    facts: z.array(z.tuple([words, cell])).max(MOST_FACTS),
    columns: z
      .array(
        z.object({
          title: words,
          kind: columnKind,
          /** Characters. */
          width: z.int().min(1).max(MOST_WIDTH),
        }),
      )
      .min(1)
      .max(MOST_DOCUMENT_COLUMNS),
    /** One text a column. */
    rows: z.array(z.array(cell)).max(MOST_DOCUMENT_ROWS),
  })
  .refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length), { path: ['rows'] });
export type TableDocument = z.infer<typeof tableDocument>;
