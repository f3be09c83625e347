"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect, useMemo, useRef } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  set,
  useForm,
} from "react-hook-form";
import type * as z from "zod";
import { listCardPlaces } from "@/server/domain/card-texts";
import { problem } from "@/server/domain/field-words";
import type { Draft } from "./draft";
import { placeRefusal, type RefusedFields } from "./refusal";

interface FormOptions<Values extends FieldValues> {
  readonly defaultValues: Values;
  /** Why the server refused what was sent last. */
  readonly error?: unknown;
  /** The fields that refusals concern; the same object in every render. */
  readonly refusedFields?: RefusedFields<Values>;
  /** For the problem of a whole list, such as a wrong sum: the list, and the field that then gets the focus. */
  readonly listFocus?: readonly [list: FieldPath<Values>, field: FieldPath<Values>];
}

const nowhere = {};

/** Adds the rule of every form: no text may be or contain a card number (D-284). The server checks it as well. */
const refuseCards =
  <Values extends FieldValues, Output>(check: Resolver<Values, unknown, Output>): Resolver<Values, unknown, Output> =>
  async (values, context, options) => {
    const result = await check(values, context, options);
    const places = listCardPlaces(values).map((place) => place.join("."));
    if (places.length === 0) return result;
    const errors = { ...result.errors } as FieldErrors<Values>;
    for (const place of places) {
      if (!get(errors, place)) set(errors, place, { type: "custom", message: problem("card_number") });
    }
    return { values: {}, errors };
  };

/**
 * A form whose values are checked by the schema of the procedure that takes them (D-220). Problems are shown after the
 * first attempt to send and then follow the typing; the first field with a problem gets the focus. A refusal of the
 * server is shown at its field, which gets the focus too, and as `failure` when it concerns none.
 */
export function useZodForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  { defaultValues, error = null, refusedFields = nowhere, listFocus }: FormOptions<Draft<z.input<Schema>>>,
) {
  type Values = Draft<z.input<Schema>>;
  type Output = z.output<Schema>;
  const fieldNames = useRef(Object.keys(defaultValues));
  const placed = useMemo(
    () => (error ? placeRefusal<Values>(error, refusedFields, fieldNames.current) : null),
    [error, refusedFields],
  );
  const { control, handleSubmit, setValue, setError, setFocus, resetField, trigger, subscribe, formState } = useForm<
    Values,
    unknown,
    Output
  >({
    // The schema refuses an amount of null, which only a draft can have.
    resolver: refuseCards(zodResolver(schema) as unknown as Resolver<Values, unknown, Output>),
    defaultValues: defaultValues as DefaultValues<Values>,
    // The library would check only the field that changed.
    reValidateMode: "onSubmit",
    ...(placed && { errors: placed }),
  });
  const { isSubmitted, errors } = formState;
  useEffect(() => {
    if (!isSubmitted) return;
    // The check does not know why the server refused a field, so that stays until the field is changed.
    const refused = new Map(Object.entries(placed ?? {}).filter(([, problem]) => typeof problem?.type === "string"));
    const follow = async (changed = "") => {
      refused.delete(changed);
      await trigger();
      for (const [name, problem] of refused) setError(name as FieldPath<Values>, problem as FieldError);
    };
    return subscribe({ formState: { values: true }, callback: ({ name }) => void follow(name) });
  }, [isSubmitted, placed, subscribe, trigger, setError]);
  // A list has no element of its own. Where a field has a problem too, the library moves the focus there after this.
  const focusList = (problems: FieldErrors<Values>): void => {
    if (listFocus && get(problems, `${listFocus[0]}.root`)) setFocus(listFocus[1]);
  };
  // A ref, because a second press can come before React has rendered the state of the first one.
  const isSending = useRef(false);
  /**
   * @param send sends what was checked. While a promise that it returns is pending, nothing else is sent; a function
   * that returns none prevents repeated sending itself.
   */
  const submit = (send: (input: Output) => unknown) => (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    // Why the promise was rejected is said by `error`.
    const sent = handleSubmit((input) => Promise.resolve(send(input)).catch(() => undefined), focusList)();
    void sent.finally(() => {
      isSending.current = false;
    });
  };
  return {
    control,
    submit,
    /** Sets a field that another field or a button decides. */
    set: setValue,
    /** Gives a field its default value again and forgets its problem. */
    clear: resetField,
    /** Why the server refused what was sent; null when a field says it. */
    failure: placed ? null : error,
    hasProblems: isSubmitted && Object.keys(errors).length > 0,
  };
}
