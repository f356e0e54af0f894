import type { TreeNode } from '@cotejo/audits-domain';

const PLACE = /^question\.([^.]+)\.place$/;

/** Questions of a survey in order. */
export const questionsIn = ({
  values = {},
}: Pick<TreeNode, 'values'>): readonly { id: string; place: string }[] =>
  Object.entries(values)
    .flatMap(([key, place]) => {
      const id = PLACE.exec(key)?.[1];
      return id !== undefined && typeof place === 'string' ? [{ id, place }] : [];
    })
    .sort((one, other) =>
      one.place === other.place ? (one.id < other.id ? -1 : 1) : one.place < other.place ? -1 : 1,
    );
