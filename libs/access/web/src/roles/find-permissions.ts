import { fold } from '../layout/fold.ts';
import type { Module } from './edit-matrix.ts';

export interface FoundModule {
  readonly module: Module;
  /** Of its keys, those that match; all of them where the module itself does. */
  readonly keys: readonly string[];
  /** The module itself matches: what is said of all of it is shown, too. */
  readonly isWhole: boolean;
}

export interface PermissionWords {
  module(name: string): string;
  permission(key: string): string;
}

/** Modules and keys that hold every word of the text, in their name or in their key; all of them without a text. */
export function findPermissions(
  modules: readonly Module[],
  text: string,
  words: PermissionWords,
): readonly FoundModule[] {
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  const holds = (told: string) => wanted.every((word) => told.includes(word));
  return modules.flatMap((module) => {
    const name = fold(words.module(module.name));
    const isWhole = holds(`${name} ${module.wildcard}`);
    // A word may be of the module and the next of what it does: "plan mover".
    const keys = isWhole
      ? module.keys
      : module.keys.filter((key) => holds(`${name} ${fold(words.permission(key))} ${key}`));
    return keys.length === 0 ? [] : [{ module, keys, isWhole }];
  });
}
