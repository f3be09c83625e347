"use client";
import { type ChangeEvent, useState } from "react";
import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { fieldSentence, type OwnSentences } from "./field-sentence";
import type { Notation } from "./notation";

/** The connection of a field to its form. */
export interface Bound<Values extends FieldValues, Output, Value> {
  readonly control: Control<Values, unknown, Output>;
  readonly name: FieldPathByValue<Values, Value>;
  readonly sentences?: OwnSentences | undefined;
}

/** Connects a control to its value and its problem in a form. */
export function useBound<Values extends FieldValues, Output, Value>({
  control,
  name,
  sentences,
}: Bound<Values, Output, Value>) {
  const t = useTranslations("shared.problems");
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  return {
    value: value as Value,
    change: onChange as (value: Value) => void,
    onBlur,
    ref,
    error: fieldState.error ? fieldSentence(fieldState.error, sentences, t) : null,
  };
}

/** Returns the problem of a whole list of a form, such as that its sum is wrong. */
export function useListProblem<Values extends FieldValues, Output>(
  { control, name }: { control: Control<Values, unknown, Output>; name: FieldPath<Values> },
  sentences?: OwnSentences,
): string | null {
  const t = useTranslations("shared.problems");
  const { errors } = useFormState({ control, name });
  const problem: FieldError | undefined = get(errors, `${name}.root`);
  return problem ? fieldSentence(problem, sentences, t) : null;
}

/**
 * Connects a field in which a person types. The field keeps the text as it is typed, and the form the value that it
 * means; the field shows a value that something else has set.
 */
export function useTyped<Values extends FieldValues, Output, Value>(
  bound: Bound<Values, Output, Value>,
  { read, write }: Notation<Value>,
) {
  const { value, change, onBlur, ref, error } = useBound(bound);
  const [typed, setTyped] = useState(() => write(value));
  const shown = read(typed) === value ? typed : write(value);
  const type = (text: string): void => {
    setTyped(text);
    change(read(text));
  };
  return {
    value: shown,
    error,
    onBlur,
    ref,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(currentTarget.value),
  };
}
