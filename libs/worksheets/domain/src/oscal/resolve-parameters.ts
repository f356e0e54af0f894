import { MAX_TEXT_LENGTH } from '@cotejo/worksheets-contracts';
import type { Catalogue, Control, Group, Parameter } from './catalogue-schema.ts';

/** Ids have at most 200 characters (see `token` of the schema). */
const INSERT = /\{\{\s*insert:\s*param,\s*([^\s{}]{1,200})\s*\}\}/g;
/** A choice may insert a parameter that inserts another; deeper nesting is taken for a cycle. */
const MAX_NESTING = 8;

/** A text exceeds the length limit of a plan once its parameters are inserted. */
export class TextTooLong extends Error {}

/** All texts together exceed the limit of an import. */
export class TextsTooLarge extends Error {}

/** Parameters of a catalogue, and the character budget for texts that use them. */
export class Parameters {
  readonly #byId = new Map<string, Parameter>();
  /**
   * Cache of parameter texts by nesting level. Without it, parameters that insert each other twice double the
   * time with each level.
   */
  readonly #texts = Array.from({ length: MAX_NESTING + 1 }, () => new Map<string, string>());
  /** Ids of inserted parameters that the catalogue does not define. */
  readonly unknown = new Set<string>();
  #charactersLeft: number;

  /** @param characters maximum of all texts together */
  constructor(catalogue: Catalogue, characters: number) {
    // Each text is counted twice: when its parameters are inserted, and when its line is built.
    this.#charactersLeft = 2 * characters;
    const add = (list: readonly Parameter[] | undefined) => {
      for (const parameter of list ?? []) this.#byId.set(parameter.id, parameter);
    };
    const addControl = (control: Control) => {
      add(control.params);
      control.controls?.forEach(addControl);
    };
    const addGroup = (group: Group) => {
      add(group.params);
      group.controls?.forEach(addControl);
      group.groups?.forEach(addGroup);
    };
    add(catalogue.params);
    catalogue.controls?.forEach(addControl);
    catalogue.groups?.forEach(addGroup);
  }

  get size(): number {
    return this.#byId.size;
  }

  /**
   * Replaces each insert: by the values that a profile set, else by the offered choices, else by the label,
   * in square brackets if a decision is still open. The brackets contain no words, so they fit any language.
   * @throws TextTooLong, TextsTooLarge before the limit is exceeded
   */
  resolve(prose: string): string {
    return this.#resolve(prose, 0);
  }

  /**
   * Charges a text to the shared character budget.
   * @throws TextsTooLarge
   */
  spend(text: string): string {
    // Empty texts are charged, too, because they take time.
    this.#charactersLeft -= text.length + 1;
    if (this.#charactersLeft < 0) throw new TextsTooLarge();
    return text;
  }

  #resolve(prose: string, nesting: number): string {
    const pieces: string[] = [];
    let from = 0;
    for (const insert of prose.matchAll(INSERT)) {
      pieces.push(prose.slice(from, insert.index), this.#textOf(insert[1] ?? '', nesting));
      from = insert.index + insert[0].length;
    }
    pieces.push(prose.slice(from));
    return this.#join(pieces, '');
  }

  #textOf(id: string, nesting: number): string {
    const made = this.#texts[nesting]?.get(id);
    if (made !== undefined) return made;
    const text = this.#make(id, nesting);
    this.#texts[nesting]?.set(id, text);
    return text;
  }

  #make(id: string, nesting: number): string {
    const parameter = this.#byId.get(id);
    if (!parameter) this.unknown.add(id);
    if (!parameter || nesting >= MAX_NESTING) return `[${id}]`;
    const values = this.#list(parameter.values ?? [], ', ', nesting);
    if (values !== null) return values;
    const members = this.#list(this.#valuesOfMembers(parameter), ', ', nesting);
    if (members !== null) return members;
    const separator = parameter.select?.['how-many'] === 'one-or-more' ? '; ' : ' | ';
    const choices = this.#list(parameter.select?.choice ?? [], separator, nesting);
    if (choices !== null) return `[${choices}]`;
    return `[${parameter.label ?? id}]`;
  }

  /** Null for an empty list. */
  #list(texts: Iterable<string>, separator: string, nesting: number): string | null {
    const pieces: string[] = [];
    let length = 0;
    for (const text of texts) {
      const piece = this.#resolve(text, nesting + 1);
      length += piece.length + separator.length;
      if (length > MAX_TEXT_LENGTH + separator.length) throw new TextTooLong();
      pieces.push(piece);
    }
    return pieces.length > 0 ? this.#join(pieces, separator) : null;
  }

  #join(pieces: readonly string[], separator: string): string {
    const length = pieces.reduce((sum, piece) => sum + piece.length + separator.length, -separator.length);
    if (length > MAX_TEXT_LENGTH) throw new TextTooLong();
    return this.spend(pieces.join(separator));
  }

  /** Values of an aggregate's member parameters; profiles set values on the members. */
  *#valuesOfMembers(parameter: Parameter): Generator<string> {
    for (const { name, value } of parameter.props ?? [])
      if (name === 'aggregates') yield* this.#byId.get(value)?.values ?? [];
  }
}
