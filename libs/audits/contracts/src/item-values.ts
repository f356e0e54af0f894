import { z } from 'zod';
import { calendarDay } from './days.ts';
import type { ItemType } from './item-types.ts';

/**
 * What a worksheet asks, one short value a key: `probability`, `design.<criterion>.value`,
 * `instruction.<id>.option`. Long texts are co-written beside them; a key is its own field for "later wins".
 */
export const valueKey = z.string().regex(/^[a-z][A-Za-z]{0,39}(\.[A-Za-z0-9-]{1,40}){0,2}$/);

/** Null takes a value away: it is as if it had never been there. */
export const itemValue = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export type ItemValue = z.infer<typeof itemValue>;
export type ItemValues = Readonly<Record<string, Exclude<ItemValue, null>>>;

/** Values that one intent may set, and that an item may have. */
export const MAX_VALUES_AT_ONCE = 200;
export const MAX_VALUES = 4_000;

/** Bajo, Medio, Alto; also weak, moderate, strong and ineffective, deficient, effective. */
export const grade = z.union([z.literal(1), z.literal(3), z.literal(5)]);
export type Grade = z.infer<typeof grade>;

/** Times a year (specification 2, section 3), and what happens oftener or by itself. */
export const controlFrequency = z.enum(['1', '2', '3', '4', '6', '12', 'weekly', 'daily', 'automatic']);
export type ControlFrequency = z.infer<typeof controlFrequency>;
export const periodFrequency = z.enum(['1', '2', '3', '4', '6', '12']);

export const controlKind = z.enum(['preventive', 'detective', 'corrective']);
export const controlNature = z.enum(['manual', 'semi_automatic', 'automatic']);
/** An audit test has no periods, an inspection has; either may be one of compliance, which is a flag beside. */
export const testKind = z.enum(['audit_test', 'inspection']);
export const sampleMethod = z.enum(['attributes', 'judgemental', 'whole_population', 'none']);
export const confidenceLevel = z.enum(['90', '95']);
/** What came of following an instruction. */
export const instructionOption = z.enum(['conforms', 'exception', 'not_applicable']);
export type InstructionOption = z.infer<typeof instructionOption>;
/** What was done to find out (the procedures of NIA 500). */
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
/** Unspecified, low, medium, high. */
export const findingImpact = z.union([z.literal(0), grade]);
export const currency = z.enum(['COP', 'USD', 'EUR']);

/** An amount of money: up to 15 whole digits and two decimals, never a float. */
export const amount = z.string().regex(/^(0|[1-9]\d{0,14})(\.\d{1,2})?$/);

const minutes = z.number().int().min(0).max(6_000_000);
const count = z.number().int().min(0).max(100_000_000);
const percent = z.number().min(0).max(100).multipleOf(0.01);
const scale = z.number().int().min(1).max(5);
const weight = z.number().int().min(1).max(10);
/** Place of an instruction among its siblings: a fractional key, as items have. */
const place = z.string().regex(/^[0-9A-Za-z]{1,200}$/);

/** By key; `*` stands for one id. What an item of a type may say and how. */
type ValueShapes = Readonly<Record<string, z.ZodType<Exclude<ItemValue, null>>>>;

const HOURS: ValueShapes = { budgetedMinutes: minutes };
/** Instructions are documented one by one; one without a place was taken away. */
const INSTRUCTIONS: ValueShapes = {
  'instruction.*.place': place,
  'instruction.*.option': instructionOption,
  'instruction.*.action': procedureAction,
};

/** What each period came to; periods are counted from 1. */
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
    /** Operating efficiency: ineffective 1, deficient 3, effective 5. */
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

/** Keys whose middle is the id of something that the item lists. */
const LISTED = /^([a-zA-Z]+)\.([^.]+)\.([a-zA-Z]+)$/;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What the middle may be, where it is more than a code: people make ids, periods are counted from 1. */
const MIDDLE: ReadonlyMap<string, RegExp> = new Map([
  ['instruction', UUID],
  ['question', UUID],
  ['period', /^([1-9]|1[0-2])$/],
]);

/** A key as the catalogue has it, with `*` for the id of what is listed; null for what no list may hold. */
export function catalogueKey(key: string): string | null {
  const [, list, middle, last] = LISTED.exec(key) ?? [];
  if (list === undefined || middle === undefined) return key;
  return (MIDDLE.get(list)?.test(middle) ?? true) ? `${list}.*.${last}` : null;
}

/** How a value of a type's item is to look; undefined = such an item says nothing of the kind. */
export function valueShape(type: ItemType, key: string): z.ZodType<Exclude<ItemValue, null>> | undefined {
  const shapes = VALUE_SHAPES[type];
  const known = catalogueKey(key);
  return shapes && known !== null && Object.hasOwn(shapes, known) ? shapes[known] : undefined;
}

/**
 * Values that are about the plan and not about what was found: hours may be planned anew under signed work, as
 * people and days may, and planning them begins no work.
 */
const OF_THE_PLAN: ReadonlySet<string> = new Set(['budgetedMinutes']);

/** Whether a signature covers a value. */
export const isSignedContent = (key: string): boolean => !OF_THE_PLAN.has(key);
