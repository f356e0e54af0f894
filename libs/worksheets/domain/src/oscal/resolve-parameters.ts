import { MAX_TEXT_LENGTH } from '@cotejo/worksheets-contracts';
import type { Catalogue, Control, Group, Parameter } from './catalogue-schema.ts';

/** Ids have at most 200 characters (see `token` of the schema). */
const INSERT = /\{\{\s*insert:\s*param,\s*([^\s{}]{1,200})\s*\}\}/g;
/** A choice may insert a parameter that inserts another; deeper than this is a circle. */
const MAX_NESTING = 8;

/** A text that is longer than a plan's may be once its parameters are in their places. */
export class TextTooLong extends Error {}

/** All texts together are more than an import may bring. */
export class TextsTooLarge extends Error {}

/** The parameters of a catalogue, and what may be written with them. */
export class Parameters {
  readonly #byId = new Map<string, Parameter>();
  /**
   * Texts of parameters by how deep they are inserted: each is made once. Without that, parameters that insert each
   * other twice take twice the time with each level.
   */
  readonly #texts = Array.from({ length: MAX_NESTING + 1 }, () => new Map<string, string>());
  /** Inserts of parameters that the catalogue does not define. */
  readonly unknown = new Set<string>();
  #charactersLeft: number;

  /** @param characters that all texts together may have */
  constructor(catalogue: Catalogue, characters: number) {
    // Each is written twice: with its parameters in their places, and then in its line.
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
   * Text with each insert replaced: by the values that a profile set, else by the choices offered, else by
   * the label, in square brackets where somebody has still to decide. The marks need no words, so that
   * they read in any language.
   * @throws TextTooLong, TextsTooLarge before more than that was written
   */
  resolve(prose: string): string {
    return this.#resolve(prose, 0);
  }

  /**
   * Counts a text against the characters that all may have.
   * @throws TextsTooLarge
   */
  spend(text: string): string {
    // Empty texts take time too.
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

  /** Null for none. */
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

  /** An aggregate speaks for several parameters; a profile sets the values on those. */
  *#valuesOfMembers(parameter: Parameter): Generator<string> {
    for (const { name, value } of parameter.props ?? [])
      if (name === 'aggregates') yield* this.#byId.get(value)?.values ?? [];
  }
}
