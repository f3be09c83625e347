"use client";
import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { CheckField, SelectField } from "../field";
import { type Bound, useBound } from "./use-bound";

// The fields of a form in which a person chooses, each with its label and its problem.

type OwnProps<Props> = Omit<Props, "name" | "value" | "checked" | "error" | "ref" | "onBlur" | "onChange">;

/** Chooses a text or a number: the values of the options are written as texts. */
export function FormSelect<Values extends FieldValues, Output, Value extends string | number>({
  control,
  name,
  sentences,
  onChosen,
  ...field
}: Bound<Values, Output, Value> &
  OwnProps<ComponentProps<typeof SelectField>> & { readonly onChosen?: (value: string) => void }) {
  const { value, change, ...bound } = useBound<Values, Output, Value>({ control, name, sentences });
  return (
    <SelectField
      {...field}
      {...bound}
      value={value}
      onChange={({ currentTarget }) => {
        change((typeof value === "number" ? Number(currentTarget.value) : currentTarget.value) as Value);
        onChosen?.(currentTarget.value);
      }}
    />
  );
}

export function FormCheck<Values extends FieldValues, Output>({
  control,
  name,
  sentences,
  ...field
}: Bound<Values, Output, boolean> & OwnProps<ComponentProps<typeof CheckField>>) {
  const { value, change, ...bound } = useBound<Values, Output, boolean>({ control, name, sentences });
  return (
    <CheckField {...field} {...bound} checked={value} onChange={({ currentTarget }) => change(currentTarget.checked)} />
  );
}
