"use client";
import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { TextArea, TextField } from "../field";
import { useLanguage } from "../language";
import { PasswordField } from "../password-field";
import { amountNotation, type TextOptions, textNotation } from "./notation";
import { type Bound, useTyped } from "./use-bound";

// The fields of a form in which a person types, each with its label and its problem.

/** The properties of a field apart from those that connect it to its form. */
type OwnProps<Props> = Omit<Props, "name" | "value" | "defaultValue" | "error" | "ref" | "onBlur" | "onChange">;

type TextProps<Values extends FieldValues, Output> = Bound<Values, Output, string | null> & TextOptions;

export function FormText<Values extends FieldValues, Output>({
  control,
  name,
  sentences,
  isOptional,
  keepsBlanks,
  ...field
}: TextProps<Values, Output> & OwnProps<ComponentProps<typeof TextField>>) {
  const bound = useTyped({ control, name, sentences }, textNotation({ isOptional, keepsBlanks }));
  return <TextField {...field} {...bound} />;
}

export function FormTextArea<Values extends FieldValues, Output>({
  control,
  name,
  sentences,
  isOptional,
  keepsBlanks,
  ...field
}: TextProps<Values, Output> & OwnProps<ComponentProps<typeof TextArea>>) {
  const bound = useTyped({ control, name, sentences }, textNotation({ isOptional, keepsBlanks }));
  return <TextArea {...field} {...bound} />;
}

/** A field for an amount in kuruş, typed in the notation of the page's language. Null while the text is no amount. */
export function FormAmount<Values extends FieldValues, Output>({
  control,
  name,
  sentences,
  ...field
}: Bound<Values, Output, bigint | null> & OwnProps<ComponentProps<typeof TextField>>) {
  const bound = useTyped({ control, name, sentences }, amountNotation(useLanguage()));
  return <TextField inputMode="decimal" autoComplete="off" {...field} {...bound} />;
}

export function FormPassword<Values extends FieldValues, Output>({
  control,
  name,
  sentences,
  ...field
}: Bound<Values, Output, string | null> & OwnProps<ComponentProps<typeof PasswordField>>) {
  const bound = useTyped({ control, name, sentences }, textNotation({ keepsBlanks: true }));
  return <PasswordField {...field} {...bound} />;
}
