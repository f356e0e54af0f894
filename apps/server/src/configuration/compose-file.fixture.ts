import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type ComposeValue = string | readonly ComposeValue[] | { readonly [key: string]: ComposeValue };
type Lines = { indent: number; text: string }[];

export const deployed = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8');

/** Reads a compose file of `deploy`: the part of YAML that they use, without anchors. */
export async function readCompose(name: string): Promise<Record<string, ComposeValue>> {
  const lines = (await deployed(name)).split('\n').flatMap((line) => {
    const text = line.trim();
    return text === '' || text.startsWith('#') ? [] : [{ indent: line.search(/\S/), text }];
  });
  return mapOf(parse(lines));
}

export function mapOf(value: ComposeValue | undefined): Record<string, ComposeValue> {
  return value === undefined || typeof value === 'string' || isList(value) ? {} : { ...value };
}

export const listOf = (value: ComposeValue | undefined): readonly string[] =>
  value !== undefined && isList(value) ? value.filter((item) => typeof item === 'string') : [];

const isList = (value: ComposeValue): value is readonly ComposeValue[] => Array.isArray(value);

/** Takes the lines of one block off the front. */
function parse(lines: Lines): ComposeValue {
  const [first] = lines;
  if (!first) return '';
  const isItems = first.text.startsWith('- ');
  const list: ComposeValue[] = [];
  const map: Record<string, ComposeValue> = {};
  while (lines[0]?.indent === first.indent) {
    const { text } = lines.shift() ?? first;
    const [, key = '', value = ''] = isItems
      ? ['', '', text.slice(2)]
      : (/^([^:]+):(?: (.*))?$/.exec(text) ?? []);
    const block: Lines = [];
    while (lines[0] && lines[0].indent > first.indent) block.push(...lines.splice(0, 1));
    const read =
      value === '>-' ? block.map((line) => line.text).join(' ') : value === '' ? parse(block) : scalar(value);
    if (isItems) list.push(read);
    else map[key] = read;
  }
  return isItems ? list : map;
}

function scalar(text: string): ComposeValue {
  if (text === '!reset []') return [];
  if (text.startsWith('['))
    return text
      .slice(1, -1)
      .split(/, (?=(?:[^']*'[^']*')*[^']*$)/)
      .map(unquoted);
  return unquoted(text);
}

const unquoted = (text: string): string => text.replace(/^'(.*)'$/, '$1');
