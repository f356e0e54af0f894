import { MAX_INSTRUCTIONS, MAX_TEXT_LENGTH } from '@cotejo/worksheets-contracts';
import type { Part } from './catalogue-schema.ts';
import { TextTooLong, type Parameters } from './resolve-parameters.ts';

/** Texts of a control's step. */
export interface StepTexts {
  /** The statement, followed by all other parts that are not assessment objectives. */
  readonly objective: string | null;
  readonly instructions: readonly string[];
  /** Number of parts that exceeded a text's limit. */
  readonly left: number;
}

/**
 * Texts of a control's step. Reads one instruction beyond the limit of a step, so that an excess is detected.
 * @param reach called with the path of the next part, for locating faults
 * @throws TextTooLong, TextsTooLarge
 */
export function stepTexts(
  parts: readonly Part[],
  parameters: Parameters,
  reach: (place: string) => void,
): StepTexts {
  const instructions = objectiveLeaves(parts, parameters, (n) => reach(`assessment-objective[${n}]`));
  reach('statement');
  const lines: string[] = [];
  let length = 0;
  const take = (block: readonly string[], gap: number): boolean => {
    const more = gap + block.reduce((sum, line) => sum + line.length + 1, 0);
    if (length + more > MAX_TEXT_LENGTH + 1) return false;
    length += more;
    if (gap > 0) lines.push('');
    lines.push(...block);
    return true;
  };
  const statement = parts.filter(isStatement).flatMap((part) => statementLines(part, parameters));
  if (!take(statement, 0)) throw new TextTooLong();
  let left = 0;
  for (const part of otherParts(parts)) {
    reach(part.name);
    const block = otherLines(part, parameters);
    if (block === null || !take(block, lines.length > 0 && block.length > 0 ? 1 : 0)) left += 1;
  }
  const objective = lines.map((line) => parameters.spend(line)).join('\n');
  return { objective: objective === '' ? null : objective, instructions, left };
}

/** OSCAL 1.0 called it `objective`; later versions say `assessment-objective`. */
const isObjective = (part: Part): boolean =>
  part.name === 'assessment-objective' || part.name === 'objective';
const isStatement = (part: Part): boolean => part.name === 'statement';

const propertyOf = (part: Part, name: string): string =>
  (part.props ?? []).find((property) => property.name === name)?.value.trim() ?? '';

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();

const wordsOf = (part: Part, parameters: Parameters): string =>
  [propertyOf(part, 'label'), part.title?.trim(), tidy(parameters.resolve(part.prose ?? ''))]
    .filter(Boolean)
    .join(' ');

/** Lines of a part and its subparts, indented by level; without objectives, which become instructions. */
function linesOf(part: Part, parameters: Parameters, mark: (part: Part) => string): string[] {
  const lines: string[] = [];
  let length = 0;
  const write = (each: Part, level: number) => {
    const text = [mark(each), wordsOf(each, parameters)].filter(Boolean).join(' ');
    if (text) {
      lines.push('  '.repeat(level) + text);
      length += 2 * level + text.length + 1;
      if (length > MAX_TEXT_LENGTH + 1) throw new TextTooLong();
    }
    for (const item of each.parts ?? []) if (!isObjective(item)) write(item, text ? level + 1 : level);
  };
  write(part, 0);
  return lines;
}

/** The statement with its lettered items. */
const statementLines = (part: Part, parameters: Parameters): string[] => linesOf(part, parameters, () => '');

/**
 * Another part, headed by its name in the catalogue, which fits any language; null if it exceeds a text's
 * limit.
 */
function otherLines(part: Part, parameters: Parameters): string[] | null {
  const nameOf = (each: Part): string => {
    if (each.name === 'item') return '';
    return `[${[each.name, propertyOf(each, 'method')].filter(Boolean).join(' ')}]`;
  };
  try {
    const lines = linesOf(part, parameters, nameOf);
    return lines.length === 1 && lines[0] === nameOf(part) ? [] : lines;
  } catch (error) {
    if (error instanceof TextTooLong) return null;
    throw error;
  }
}

/** Topmost parts of each branch that are neither statement nor objective, including those under an objective. */
function* otherParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    if (isObjective(part)) yield* otherParts(part.parts ?? []);
    else if (!isStatement(part)) {
      yield part;
      yield* otherParts(objectivesIn(part.parts));
    } else yield* otherParts(objectivesIn(part.parts));
  }
}

/** Objectives among these parts, directly or inside parts of another kind. */
function objectivesIn(parts: readonly Part[] | undefined): Part[] {
  return (parts ?? []).flatMap((part) => (isObjective(part) ? [part] : objectivesIn(part.parts)));
}

/** One instruction for each leaf of the assessment objectives, prefixed with its ancestors' lead-in. */
function objectiveLeaves(
  parts: readonly Part[],
  parameters: Parameters,
  reach: (index: number) => void,
): string[] {
  const instructions: string[] = [];
  const walk = (part: Part, leadIn: readonly string[]) => {
    if (instructions.length > MAX_INSTRUCTIONS) return;
    reach(instructions.length);
    const prose = tidy(parameters.resolve(part.prose ?? ''));
    const below = objectivesIn(part.parts);
    const said = [...leadIn, part.title?.trim() ?? '', prose].filter(Boolean);
    if (below.length) for (const next of below) walk(next, said);
    else {
      const text = [propertyOf(part, 'label'), ...said].filter(Boolean).join(' ');
      if (text.length > MAX_TEXT_LENGTH) throw new TextTooLong();
      if (text) instructions.push(parameters.spend(text));
    }
  };
  for (const part of objectivesIn(parts)) walk(part, []);
  return instructions;
}
