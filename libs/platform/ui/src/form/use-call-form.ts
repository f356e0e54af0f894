import { ApiError } from '@cotejo/http/client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useErrorText } from '../components/errors/use-error-text.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import { readDraft, writeDraft } from './drafts.ts';
import { isHoursField } from './hours-fields.ts';
import { issueText, type Issue } from './issue-text.ts';

/** Form values by the names used in the request. */
export type FormValues = Readonly<Record<string, unknown>>;

export interface CallFormOptions {
  /** Schema of the call's body: the form refuses what the server would. Must be referentially stable. */
  readonly schema: z.ZodType<unknown, FormValues>;
  /** Initial values. */
  readonly values: FormValues;
  /** Sends changed values only, because others may have been changed concurrently. */
  readonly sendsChanges?: boolean;
  /** Sends the values; a refusal is shown at its field, or above the buttons. */
  readonly send: (values: FormValues) => Promise<void>;
  /** Codes of refusals that one field is to blame for, each with its name, where the server names none. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** Name under which what was typed is kept until it is sent; null keeps nothing. */
  readonly draft: string | null;
}

export interface CallForm {
  readonly methods: UseFormReturn<Record<string, unknown>>;
  readonly sending: boolean;
  /** The same, known before it is drawn. */
  readonly isSending: () => boolean;
  /** Words of a refusal that no field has to show. */
  readonly failure: string | null;
  readonly refusal: string | null;
  readonly isDirty: boolean;
  /** Whether a stored draft was restored. */
  readonly isRestored: boolean;
  readonly submit: () => Promise<void>;
  /** Discards the input and its draft. */
  readonly discard: () => void;
}

/** Milliseconds after the last keystroke until the draft is stored. */
const DRAFT_AFTER_MS = 300;

/** A form over the schema of its call. */
export function useCallForm(options: CallFormOptions): CallForm {
  const { schema, values, sendsChanges, send, draft, fieldOfCode = NO_FIELDS } = options;
  const { t } = useTranslation('ui');
  const words = useErrorText();
  const { me } = useWorkspace();
  const [first] = useState(values);
  const [kept] = useState(() => (draft === null ? null : readDraft(localStorage, me.id, draft)));
  const [isRestored, setRestored] = useState(kept !== null);
  const [state, setState] = useState({
    sending: false,
    failure: null as string | null,
    refusal: null as string | null,
  });
  const busy = useRef(false);
  const methods: UseFormReturn<Record<string, unknown>> = useForm<Record<string, unknown>>({
    defaultValues: first,
    resolver: async (typed, context, options) => {
      const changed = sendsChanges === true ? changesOf(typed, first) : typed;
      const error = (raw: unknown) => {
        const issue = raw as Issue;
        return issueText(issue, t, isHoursField(methods.control, String(issue.path?.[0])));
      };
      return zodResolver(schema, { error }, { raw: true })(changed, context, options);
    },
    shouldFocusError: false,
  });
  // Reading `errors` subscribes to them: the summary is derived from the rendered fields.
  const { isDirty, errors: _errors } = methods.formState;
  useEffect(() => {
    if (kept !== null) methods.reset({ ...first, ...kept }, { keepDefaultValues: true });
  }, [methods, kept, first]);
  /** Stores the pending draft at once; null if none is pending. */
  const writeLater = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (draft === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      writeLater.current?.();
      writeLater.current = null;
    };
    const stop = methods.subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => {
        const changed = changesOf(typed, first);
        const left = Object.keys(changed).length === 0 ? null : changed;
        writeLater.current = () => writeDraft(localStorage, me.id, draft, left);
        clearTimeout(timer);
        timer = setTimeout(write, DRAFT_AFTER_MS);
      },
    });
    return () => {
      stop();
      write();
    };
  }, [methods, draft, first, me.id]);
  const forget = () => {
    writeLater.current = null;
    if (draft !== null) writeDraft(localStorage, me.id, draft, null);
  };

  const showRefusal = (error: unknown) => {
    const told = words(error);
    const named = error instanceof ApiError ? fieldsOf(error, told, fieldOfCode) : {};
    const shown = Object.entries(named).filter(([name]) => name in methods.getValues());
    for (const [name, message] of shown) methods.setError(name, { type: 'server', message });
    setState({ sending: false, failure: shown.length > 0 ? null : told, refusal: told });
  };
  const sendOnce = async (typed: FormValues) => {
    if (busy.current) return;
    busy.current = true;
    setState({ sending: true, failure: null, refusal: null });
    try {
      await send(typed);
      forget();
      setState({ sending: false, failure: null, refusal: null });
    } catch (error) {
      showRefusal(error);
    } finally {
      busy.current = false;
    }
  };
  return {
    ...state,
    methods,
    isDirty,
    isRestored,
    isSending: () => busy.current,
    submit: () => methods.handleSubmit(sendOnce)(),
    discard: () => {
      forget();
      methods.reset(first);
      setRestored(false);
    },
  };
}

type FieldNames = Readonly<Record<string, string>>;
const NO_FIELDS: FieldNames = {};

const changesOf = (typed: FormValues, first: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    // Lists are compared by their content.
    Object.entries(typed).filter(
      ([name, value]) => JSON.stringify(first[name] ?? null) !== JSON.stringify(value ?? null),
    ),
  );

/** Words of the server by field: for each that it names, or for the one that the refusal is about. */
function fieldsOf({ code, fields, details }: ApiError, told: string, fieldOfCode: FieldNames): FieldNames {
  const { campo = fieldOfCode[code] } = details;
  return typeof campo === 'string' ? { [campo]: told, ...fields } : fields;
}
