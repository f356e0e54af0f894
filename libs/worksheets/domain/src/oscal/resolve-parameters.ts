import type { Catalogue, Control, Group, Parameter } from './catalogue-schema.ts';

const INSERT = /\{\{\s*insert:\s*param,\s*([^\s}]+)\s*\}\}/g;
/** A choice may insert a parameter that inserts another; deeper than this is a circle. */
const MAX_NESTING = 8;

export class Parameters {
  readonly #byId = new Map<string, Parameter>();
  /** Inserts of parameters that the catalogue does not define. */
  readonly unknown = new Set<string>();

  constructor(catalogue: Catalogue) {
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
   */
  resolve(prose: string, nesting = 0): string {
    return prose.replace(INSERT, (_insert, id: string) => this.#textOf(id, nesting));
  }

  #textOf(id: string, nesting: number): string {
    const parameter = this.#byId.get(id);
    if (!parameter) this.unknown.add(id);
    if (!parameter || nesting >= MAX_NESTING) return `[${id}]`;
    if (parameter.values?.length) {
      return parameter.values.map((value) => this.resolve(value, nesting + 1)).join(', ');
    }
    const members = this.#valuesOfMembers(parameter);
    if (members.length) return members.map((value) => this.resolve(value, nesting + 1)).join(', ');
    const choices = parameter.select?.choice;
    if (choices?.length) {
      const separator = parameter.select?.['how-many'] === 'one-or-more' ? '; ' : ' | ';
      return `[${choices.map((choice) => this.resolve(choice, nesting + 1)).join(separator)}]`;
    }
    return `[${parameter.label ?? id}]`;
  }

  /** An aggregate speaks for several parameters; a profile sets the values on those. */
  #valuesOfMembers(parameter: Parameter): string[] {
    return (parameter.props ?? [])
      .filter((property) => property.name === 'aggregates')
      .flatMap((property) => this.#byId.get(property.value)?.values ?? []);
  }
}
