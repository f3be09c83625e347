"use client";
import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Input } from "../controls";
import { type Bound, useBound } from "./use-bound";

interface ChoicesProps<Value> {
  readonly legend: ReactNode;
  readonly hint?: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly className?: string;
  /** Whether each option has a line of its own. */
  readonly isColumn?: boolean;
}

/** Chooses any number of a few values, which are kept in the order of the options. */
export function FormChoices<Values extends FieldValues, Output, Value extends string | number>({
  control,
  name,
  sentences,
  legend,
  hint,
  options,
  className = "",
  isColumn = false,
}: Bound<Values, Output, Value[]> & ChoicesProps<Value>) {
  const id = useId();
  const { value, change, onBlur, ref, error } = useBound<Values, Output, Value[]>({ control, name, sentences });
  const toggle = (one: Value, isOn: boolean) =>
    change(options.map((option) => option.value).filter((other) => (other === one ? isOn : value.includes(other))));
  const notes = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <fieldset className={className} aria-describedby={notes || undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className={isColumn ? "grid sm:grid-cols-2 gap-x-4" : "flex flex-wrap gap-x-4"}>
        {options.map((option, n) => (
          <label
            key={option.value}
            htmlFor={`${id}-${option.value}`}
            className="flex min-h-9 items-center gap-2 max-sm:min-h-11"
          >
            <Input
              id={`${id}-${option.value}`}
              type="checkbox"
              className="size-4 accent-accent"
              checked={value.includes(option.value)}
              onBlur={onBlur}
              ref={n === 0 ? ref : undefined}
              onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
