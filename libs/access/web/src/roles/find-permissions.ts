import { fold } from '../layout/fold.ts';
import type { Module } from './edit-matrix.ts';

export interface FoundModule {
  readonly module: Module;
  /** Keys of the module that match; all keys when the module itself matches. */
  readonly keys: readonly string[];
  /** The module itself matches: its wildcard row is shown, too. */
  readonly isWhole: boolean;
}

export interface PermissionWords {
  module(name: string): string;
  permission(key: string): string;
}

/** Modules and keys whose name or key contains all words of the text; all of them for an empty text. */
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
    // Words may match module and key separately: "plan mover".
    const keys = isWhole
      ? module.keys
      : module.keys.filter((key) => holds(`${name} ${fold(words.permission(key))} ${key}`));
    return keys.length === 0 ? [] : [{ module, keys, isWhole }];
  });
}
