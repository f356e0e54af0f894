import { z } from 'zod';

/**
 * The part of an OSCAL 1.x catalogue that an audit programme is made of; other fields are accepted and
 * ignored. Source: NIST OSCAL catalog model (https://pages.nist.gov/OSCAL/).
 */
// The log and the vault reject U+0000 and unpaired surrogates; titles and ids are one line.
const HOLDABLE = /^[^\0\p{Cs}]*$/u;
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const text = z.string().max(20_000).regex(HOLDABLE);
const token = z.string().min(1).max(200).regex(ONE_LINE);
const title = z.string().trim().min(1).max(400).regex(ONE_LINE);

export const property = z.object({ name: token, value: text, class: z.string().optional() });

export const parameter = z.object({
  id: token,
  label: text.optional(),
  props: z.array(property).optional(),
  values: z.array(text).optional(),
  select: z
    .object({ 'how-many': z.enum(['one', 'one-or-more']).optional(), choice: z.array(text).optional() })
    .optional(),
});
export type Parameter = z.infer<typeof parameter>;

export interface Part {
  name: string;
  title?: string | undefined;
  props?: z.infer<typeof property>[] | undefined;
  prose?: string | undefined;
  parts?: Part[] | undefined;
}
export const part: z.ZodType<Part> = z.object({
  name: token,
  title: text.optional(),
  props: z.array(property).optional(),
  prose: text.optional(),
  get parts() {
    return z.array(part).optional();
  },
});

export interface Control {
  id: string;
  title: string;
  params?: Parameter[] | undefined;
  props?: z.infer<typeof property>[] | undefined;
  parts?: Part[] | undefined;
  controls?: Control[] | undefined;
}
export const control: z.ZodType<Control> = z.object({
  id: token,
  title,
  params: z.array(parameter).optional(),
  props: z.array(property).optional(),
  parts: z.array(part).optional(),
  get controls() {
    return z.array(control).optional();
  },
});

export interface Group {
  id?: string | undefined;
  title: string;
  params?: Parameter[] | undefined;
  groups?: Group[] | undefined;
  controls?: Control[] | undefined;
}
export const group: z.ZodType<Group> = z.object({
  id: token.optional(),
  title,
  params: z.array(parameter).optional(),
  controls: z.array(control).optional(),
  get groups() {
    return z.array(group).optional();
  },
});

export const catalogueFile = z.object({
  catalog: z.object({
    uuid: z.uuid(),
    metadata: z.object({
      title,
      version: z.string().max(100).regex(ONE_LINE).optional(),
      'oscal-version': z.string().regex(/^1\.\d+/),
    }),
    params: z.array(parameter).optional(),
    groups: z.array(group).optional(),
    controls: z.array(control).optional(),
  }),
});
export type Catalogue = z.infer<typeof catalogueFile>['catalog'];
