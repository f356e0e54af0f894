import type { UserId } from '@cotejo/access-contracts';
import type { InstructionOption, ItemId, ItemType, KernelIntent } from '@cotejo/audits-contracts';
import { firstPlaces } from '@cotejo/audits-domain';
import {
  attachmentId,
  noteEntryId,
  noteId,
  type AttachmentId,
  type NoteIntent,
} from '@cotejo/worksheets-contracts';
import type { DrawnFlowchart, WrittenWorksheet } from '@cotejo/worksheets-server';
import type { DemoFile } from './demo-files.ts';
import { demoId } from './name-uuid.ts';
import { richWords } from './rich-words.ts';
import { demoUserId } from './seed-demo-account.ts';

/** An instruction and its result. */
export interface DemoInstruction {
  readonly text: string;
  readonly option?: InstructionOption;
  readonly action?:
    'inspected' | 'observed' | 'inquired' | 'confirmed' | 'recalculated' | 'reperformed' | 'analysed';
  readonly evidence?: string;
}

/** A reviewer's note with optional answer and closing. */
export interface DemoNote {
  readonly text: string;
  readonly field?: string;
  readonly answer?: string;
  readonly isClosed?: boolean;
}

/** Content of a demo worksheet on the load day. Texts use the notation of `richWords`. */
export interface DemoWorksheet {
  readonly hours?: number;
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly instructions?: readonly DemoInstruction[];
  readonly questions?: readonly {
    readonly text: string;
    readonly answer: 'yes' | 'no' | 'partly' | 'not_applicable';
    readonly comment?: string;
  }[];
  readonly flowchart?: DrawnFlowchart;
  /** Attached to the worksheet, or as evidence to one of its instructions. */
  readonly files?: readonly { readonly file: DemoFile; readonly instruction?: number }[];
  readonly notes?: readonly DemoNote[];
}

/** One intent and its actor. */
export interface DemoIntent {
  readonly actor: string;
  readonly intent: KernelIntent | NoteIntent;
}

/** Texts of a worksheet and their author: sealed in the vault before they become an intent. */
export interface DemoWriting {
  readonly actor: string;
  readonly writes: WrittenWorksheet;
}

/** A file attached to a worksheet and its author: stored before it becomes an intent. */
export interface DemoAttaching {
  readonly actor: string;
  readonly attaches: {
    readonly id: ItemId;
    readonly attachment: AttachmentId;
    readonly field: string | null;
    readonly file: DemoFile;
  };
}

export type DemoAct = DemoIntent | DemoWriting | DemoAttaching;

interface Filled {
  readonly id: ItemId;
  readonly type: ItemType;
  /** Path from which the ids of the item's list entries are derived. */
  readonly path: string;
  readonly who: string;
}

/** Whether a worksheet has content that starts its work. */
export const hasContent = ({ hours: _, notes: __, ...content }: DemoWorksheet): boolean =>
  Object.keys(content).length > 0;

/** Plans an item's hours, which does not start its work. */
export const planHours = (id: ItemId, hours: number, actor: string): DemoIntent => ({
  actor,
  intent: { kind: 'set_values', id, values: { budgetedMinutes: Math.round(hours * 60) } },
});

/** Fills a worksheet: lists and texts first, because the judgement depends on them. */
export function fillActs({ id, type, path, who }: Filled, sheet: DemoWorksheet): DemoAct[] {
  const { values = {}, texts = {}, instructions = [], questions = [], flowchart, files = [] } = sheet;
  const listed: Record<string, string> = {};
  const words: Record<string, string> = { ...texts };
  const places = firstPlaces(Math.max(instructions.length, questions.length));
  for (const [index, { text, option, action, evidence }] of instructions.entries()) {
    const key = instructionKey(path, index);
    listed[`${key}.place`] = places[index] ?? '';
    if (option) listed[`${key}.option`] = option;
    if (action) listed[`${key}.action`] = action;
    words[`${key}.text`] = text;
    if (evidence !== undefined) words[`${key}.evidence`] = evidence;
  }
  for (const [index, { text, answer, comment }] of questions.entries()) {
    const key = `question.${demoId(`${path}, question ${index}`)}`;
    listed[`${key}.place`] = places[index] ?? '';
    listed[`${key}.answer`] = answer;
    words[`${key}.text`] = text;
    if (comment !== undefined) words[`${key}.comment`] = comment;
  }
  const acts: DemoAct[] = [];
  const set = (said: Readonly<Record<string, string | number | boolean>>): void => {
    if (Object.keys(said).length === 0) return;
    acts.push({ actor: who, intent: { kind: 'set_values', id, values: said } });
  };
  set(listed);
  if (Object.keys(words).length > 0 || flowchart) {
    const author: UserId = demoUserId(who);
    const rich = Object.fromEntries(
      Object.entries(words).map(([field, text]) => [field, richWords(text)] as const),
    );
    acts.push({ actor: who, writes: { item: id, type, author, texts: rich, flowchart } });
  }
  set(values);
  for (const { file, instruction } of files) {
    const attachment = attachmentId.parse(demoId(`${path}, file ${file.name}`));
    const field = instruction === undefined ? null : `${instructionKey(path, instruction)}.evidence`;
    acts.push({ actor: who, attaches: { id, attachment, field, file } });
  }
  return acts;
}

const instructionKey = (path: string, index: number): string =>
  `instruction.${demoId(`${path}, instruction ${index}`)}`;

/**
 * Acts of review notes: asked by the reviewer, answered by the author, closed by the reviewer, each as far as
 * it got.
 */
export function noteActs(
  { id, path, who }: Filled,
  notes: readonly DemoNote[],
  reviewer: string,
): DemoIntent[] {
  return notes.flatMap(({ text, field, answer, isClosed }, index): DemoIntent[] => {
    const note = noteId.parse(demoId(`${path}, note ${index}`));
    const entry = (what: string) => noteEntryId.parse(demoId(`${path}, note ${index}, ${what}`));
    const asked: DemoIntent = {
      actor: reviewer,
      intent: { kind: 'add_note', id, note, text, ...(field !== undefined && { field }) },
    };
    if (answer === undefined) return [asked];
    const answered: DemoIntent = {
      actor: who,
      intent: { kind: 'answer_note', id, note, entry: entry('answer'), text: answer },
    };
    if (!isClosed) return [asked, answered];
    const closed: DemoIntent = {
      actor: reviewer,
      intent: { kind: 'close_note', id, note, entry: entry('closing') },
    };
    return [asked, answered, closed];
  });
}
