import * as Y from 'yjs';
import { fillFragment, paragraphsOf } from '../../../libs/worksheets/server/src/texts/rich-text-document.ts';

const INSTRUCTIONS = 6;
const WORDS = (
  'la muestra del semestre se comparó con las órdenes y entradas de almacén, sin diferencias que pasen de lo ' +
  'tolerable; quedan dos soportes por aclarar con el jefe del área'
).split(' ');

/** Paragraphs with about this many characters. */
function prose(characters: number, random: () => number): string {
  let text = '';
  while (text.length < characters) {
    text += WORDS[Math.floor(random() * WORDS.length)] ?? '';
    text += random() < 0.02 ? '.\n' : ' ';
  }
  return text.trim();
}

/** Ids of the instructions of a typical worksheet; equal in all worksheets. */
export const instructionIds: readonly string[] = Array.from(
  { length: INSTRUCTIONS },
  (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
);

/**
 * Texts of a typical completed step: an objective, a page of evidence, a conclusion, and six instructions with their
 * findings; about 8,000 characters in 15 texts.
 */
export function typicalText(random: () => number): Y.Doc {
  const document = new Y.Doc();
  const lengths: readonly (readonly [field: string, characters: number])[] = [
    ['objective', 300],
    ['evidence', 2_600],
    ['conclusion', 500],
    ...instructionIds.flatMap((id) => [
      [`instruction.${id}.text`, 180] as const,
      [`instruction.${id}.evidence`, 600] as const,
    ]),
  ];
  document.transact(() => {
    for (const [field, characters] of lengths)
      fillFragment(document.getXmlFragment(field), paragraphsOf(prose(characters, random)));
  });
  return document;
}
