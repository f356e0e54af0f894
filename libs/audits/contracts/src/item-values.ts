import { z } from 'zod';
import { calendarDay } from './days.ts';
import type { ItemType } from './item-types.ts';

/**
 * Key of a short worksheet value: `probability`, `design.<criterion>.value`, `instruction.<id>.option`. Long
 * texts are edited collaboratively and stored elsewhere. Concurrent changes are resolved per key (the later
 * one wins).
 */
export const valueKey = z.string().regex(/^[a-z][A-Za-z]{0,39}(\.[A-Za-z0-9-]{1,40}){0,2}$/);

/** Null clears a value, as if it had never been set. */
export const itemValue = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export type ItemValue = z.infer<typeof itemValue>;
export type ItemValues = Readonly<Record<string, Exclude<ItemValue, null>>>;

/** Maximum of values in one intent, and of values per item. */
export const MAX_VALUES_AT_ONCE = 200;
export const MAX_VALUES = 4_000;

/** Low, medium, high; also weak, moderate, strong, and ineffective, deficient, effective. */
export const grade = z.union([z.literal(1), z.literal(3), z.literal(5)]);
export type Grade = z.infer<typeof grade>;

/** Times a year (specification 2, section 3), or a more frequent or automatic control. */
export const controlFrequency = z.enum(['1', '2', '3', '4', '6', '12', 'weekly', 'daily', 'automatic']);
export type ControlFrequency = z.infer<typeof controlFrequency>;
export const periodFrequency = z.enum(['1', '2', '3', '4', '6', '12']);

export const controlKind = z.enum(['preventive', 'detective', 'corrective']);
export const controlNature = z.enum(['manual', 'semi_automatic', 'automatic']);
/** An inspection has periods, an audit test has none; compliance is a separate flag of both. */
export const testKind = z.enum(['audit_test', 'inspection']);
export const sampleMethod = z.enum(['attributes', 'judgemental', 'whole_population', 'none']);
export const confidenceLevel = z.enum(['90', '95']);
/** Result of following an instruction. */
export const instructionOption = z.enum(['conforms', 'exception', 'not_applicable']);
export type InstructionOption = z.infer<typeof instructionOption>;
/** Audit procedures (NIA 500). */
export const procedureAction = z.enum([
  'inspected',
  'observed',
  'inquired',
  'confirmed',
  'recalculated',
  'reperformed',
  'analysed',
]);
export const surveyAnswer = z.enum(['yes', 'no', 'partly', 'not_applicable']);
export const periodResult = z.enum(['complies', 'fails', 'not_applicable']);
export const findingKind = z.enum(['finding', 'recommendation']);
export const findingType = z.enum([
  'control_design',
  'control_operation',
  'non_compliance',
  'error',
  'fraud',
  'efficiency',
  'information_security',
  'other',
]);
/** 0 unspecified, 1 low, 3 medium, 5 high. */
export const findingImpact = z.union([z.literal(0), grade]);
export const currency = z.enum(['COP', 'USD', 'EUR']);

/** An amount of money as decimal text: up to 15 integer digits and two decimals; never a float. */
export const amount = z.string().regex(/^(0|[1-9]\d{0,14})(\.\d{1,2})?$/);

const minutes = z.number().int().min(0).max(6_000_000);
const count = z.number().int().min(0).max(100_000_000);
const percent = z.number().min(0).max(100).multipleOf(0.01);
const scale = z.number().int().min(1).max(5);
const weight = z.number().int().min(1).max(10);
/** Position of an instruction among its siblings: a fractional key, like those of items. */
const place = z.string().regex(/^[0-9A-Za-z]{1,200}$/);

/** Schemas of values by key; `*` matches one id. */
type ValueShapes = Readonly<Record<string, z.ZodType<Exclude<ItemValue, null>>>>;

const HOURS: ValueShapes = { budgetedMinutes: minutes };
/** Instructions are documented one by one; an instruction without a place was removed. */
const INSTRUCTIONS: ValueShapes = {
  'instruction.*.place': place,
  'instruction.*.option': instructionOption,
  'instruction.*.action': procedureAction,
};

/** Result of each period; periods are numbered from 1. */
const PERIODS: ValueShapes = { 'period.*.result': periodResult, 'period.*.date': calendarDay };

export const VALUE_SHAPES: Readonly<Partial<Record<ItemType, ValueShapes>>> = {
  understanding: {
    ...HOURS,
    'question.*.place': place,
    'question.*.answer': surveyAnswer,
    'walkthrough.result': grade,
    'walkthrough.date': calendarDay,
  },
  risk: { probability: scale, impact: scale },
  control: {
    ...HOURS,
    ...INSTRUCTIONS,
    isKey: z.boolean(),
    isAntifraud: z.boolean(),
    kind: controlKind,
    nature: controlNature,
    frequency: controlFrequency,
    suggestedTests: count,
    'design.*.value': grade,
    'design.*.weight': weight,
  },
  control_test: {
    ...HOURS,
    ...INSTRUCTIONS,
    ...PERIODS,
    kind: testKind,
    isCompliance: z.boolean(),
    frequency: periodFrequency,
    method: sampleMethod,
    confidence: confidenceLevel,
    tolerableRate: percent,
    expectedRate: percent,
    population: count,
    sampleSize: count,
    exceptions: count,
    /** Operating effectiveness: ineffective 1, deficient 3, effective 5. */
    execution: grade,
  },
  step: { ...HOURS, ...INSTRUCTIONS },
  inspection: { ...HOURS, kind: testKind, isCompliance: z.boolean(), frequency: periodFrequency },
  inspection_item: PERIODS,
  finding: {
    kind: findingKind,
    findingType,
    impact: findingImpact,
    lossAmount: amount,
    lossCurrency: currency,
    approvalDate: calendarDay,
    implementationDate: calendarDay,
    dueDate: calendarDay,
    isRepeat: z.boolean(),
  },
  action_plan: {
    assignmentDate: calendarDay,
    acceptanceDate: calendarDay,
    approvalDate: calendarDay,
    implementationDate: calendarDay,
  },
  evaluation: { evaluationDate: calendarDay },
};

/** Keys whose middle part is the id of a list entry. */
const LISTED = /^([a-zA-Z]+)\.([^.]+)\.([a-zA-Z]+)$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Formats of the middle part, where it is more than a code: client-generated ids, and periods numbered from
 * 1.
 */
const MIDDLE: ReadonlyMap<string, RegExp> = new Map([
  ['instruction', UUID],
  ['question', UUID],
  ['period', /^([1-9]|1[0-2])$/],
]);

/** Key as in the catalogue, with `*` for the id of a list entry; null for an invalid id. */
export function catalogueKey(key: string): string | null {
  const [, list, middle, last] = LISTED.exec(key) ?? [];
  if (list === undefined || middle === undefined) return key;
  return (MIDDLE.get(list)?.test(middle) ?? true) ? `${list}.*.${last}` : null;
}

/** Schema of a value for an item type; undefined = the type has no such value. */
export function valueShape(type: ItemType, key: string): z.ZodType<Exclude<ItemValue, null>> | undefined {
  const shapes = VALUE_SHAPES[type];
  const known = catalogueKey(key);
  return shapes && known !== null && Object.hasOwn(shapes, known) ? shapes[known] : undefined;
}

/** Whether the value is a step of the scale of risks, from 1 to 5, each with a text. */
export const isOnScale = (type: ItemType, key: string): boolean => valueShape(type, key) === scale;

/**
 * Values about planning rather than results: like assignees and dates, hours can be changed on signed work,
 * and setting them does not start the work.
 */
const OF_THE_PLAN: ReadonlySet<string> = new Set(['budgetedMinutes']);

/** Whether a signature covers the value. */
export const isSignedContent = (key: string): boolean => !OF_THE_PLAN.has(key);
