import * as z from "zod";
import { isVisible, stripDirectionControls } from "./direction-controls";
import { type FieldProblem, problem } from "./field-words";
import { maxAmountKurus } from "./money";
import { isSensitiveText } from "./sensitive-text";

// Building blocks of every request schema (D-2, D-6, D-16): types are strict, values are not coerced, texts not
// trimmed. Forms in the browser use the same schemas (D-220).

// By default zod tries to compile an object's schema with `new Function`, which the pages' content security policy
// forbids and the browser reports as a violation (S5).
z.config({ jitless: true });

const maxInt32 = 2_147_483_647;

/** C0 controls except tab and line feed, and lone surrogates. */
const forbiddenText = /[^\t\n\u{20}-\u{10ffff}]|\p{Surrogate}/u;
const anyControl = /\p{Control}/u;
const loneSurrogate = /\p{Surrogate}/u;

/** Builds the message of a value with the wrong type: `required` for a missing one, else the given problem. */
const wrongType = (name: FieldProblem, ...numbers: number[]) => ({
  error: (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? problem("required") : problem(name, ...numbers),
});

/**
 * Builds the schema of an integer from `min` to `max`. An integer beyond 2^53 is refused before the range is checked
 * (D-6).
 */
export const integerBetween = (min: number, max: number) =>
  z
    .int(wrongType("integer_between", min, max))
    .min(min, problem("integer_between", min, max))
    .max(max, problem("integer_between", min, max));

/** Builds the schema of a 32-bit integer. */
export const int32 = () =>
  z
    .int(wrongType("integer"))
    .min(-maxInt32 - 1, problem("integer"))
    .max(maxInt32, problem("integer"))
    .meta({ format: "int32" });

/** Builds the schema of an integer that a double can hold exactly (D-6). */
export const integer = () => z.int(wrongType("integer"));

/** Builds the schema of an amount in kuruş from `min` to `max`. */
export const kurusBetween = (min: bigint, max: bigint) => {
  const outside = { error: () => problem("integer_between", min, max) };
  return z.bigint(outside).min(min, outside).max(max, outside);
};

/** Builds the schema of an amount in kuruş, from 1 to the largest that one payment may have (§8.1). */
export const kurus = () => kurusBetween(1n, maxAmountKurus);

export const numberBetween = (min: number, max: number) =>
  z
    .number(wrongType("number_between", min, max))
    .min(min, problem("number_between", min, max))
    .max(max, problem("number_between", min, max));

export const booleanValue = () => z.boolean(wrongType("boolean"));

export const choice = <const T extends readonly string[]>(values: T) => z.enum(values, wrongType("choice"));

/** Builds the schema of a free text of at most `max` code points. Line feeds and tabs are allowed. */
export const freeText = (max: number) => checkedText((value) => textProblem(value, max)).meta({ maxLength: max });

/** Builds the schema of a free text that is not blank, for texts that are displayed. */
export const nonBlankText = (max: number) =>
  checkedText((value) => (value.trim() === "" ? problem("blank") : textProblem(value, max))).meta({
    minLength: 1,
    maxLength: max,
  });

/** Adds to the schema of a text that the text may not be, as a whole, a card number or an IBAN (§4.1.1, D-15). */
export const harmless = <T extends z.ZodString>(schema: T): T =>
  schema.refine((text) => !isSensitiveText(text), problem("sensitive"));

/** Builds the schema of a code or identifier: 1 to `max` code points, no control characters, not blank (D-16). */
export const codeText = (max: number) =>
  checkedText((value) => codeProblem(value, max)).meta({ minLength: 1, maxLength: max });

/** Builds the schema of a name that other people will read: one visible line without direction controls. */
export const nameText = (max: number) =>
  checkedText((value) => codeProblem(value, max) ?? nameProblem(value)).meta({
    minLength: 1,
    maxLength: max,
  });

/** Builds the schema of a text of exactly `count` ASCII digits. Digits of other scripts are refused (D-32). */
export const digitText = (count: number) => {
  const pattern = new RegExp(`^[0-9]{${count}}$`);
  return checkedText((value) => (pattern.test(value) ? null : problem("digits", count))).meta({
    pattern: pattern.source,
  });
};

/** Builds the schema of a text with a rule of its own: `judge` returns the problem, or null when the text is valid. */
export const checkedText = (judge: (value: string) => string | null) =>
  z.string(wrongType("text")).check((context) => {
    const message = judge(context.value);
    if (message !== null) context.issues.push({ code: "custom", message, input: context.value });
  });

/**
 * Builds the schema of an RFC 3339 date-time with a time zone, which is read as an instant (D-2).
 * @param finer as in `parseDateTime`
 */
export const dateTime = (finer: "down" | "up" = "down") =>
  z
    .string(wrongType("date_time"))
    .transform((text, context) => {
      const instant = parseDateTime(text, finer);
      if (instant) return instant;
      context.addIssue({ code: "custom", message: problem("date_time") });
      return z.NEVER;
    })
    .meta({ format: "date-time" });

/** Builds the schema of a list of any length, for lists whose length the use case checks, not the schema. */
export const unboundedList = <T extends z.ZodType>(item: T) => z.array(item, wrongType("list"));

export const boundedList = <T extends z.ZodType>(item: T, min: number, max: number) =>
  z
    .array(item, wrongType("list"))
    .min(min, problem("list_size", min, max))
    .max(max, problem("list_size", min, max));

/** Builds the schema of a JSON object. Members that are not declared are ignored (D-6). */
export const jsonObject = <T extends z.core.$ZodLooseShape>(shape: T) => z.object(shape, wrongType("object"));

/** Builds the schema of an optional field. A missing field and a null field both become null (D-6). */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** Builds the schema of a form's field that is null while what is typed there means nothing, which is refused. */
export const typedValue = <Output, Input>(schema: z.ZodType<Output, Input>) =>
  z.custom<Input | null>().pipe(schema as z.ZodType<Output, Input | null>);

/** Returns whether a text has more than `max` code points. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || Array.from(text).length > max;
}

/**
 * Reads an RFC 3339 date-time as an instant. Returns null for any other text, such as 30 February or 24:00 (D-2), and
 * for instants outside the years 1 to 9999 in UTC: they cannot be written with a four-digit year, nor stored.
 * @param finer where an instant between two milliseconds goes. As the first instant of a range it goes up and as the
 *   last one down, so that the range has exactly the records that it has as it was written.
 */
export function parseDateTime(text: string, finer: "down" | "up" = "down"): Date | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/.exec(
    text.toUpperCase(),
  );
  if (!match) return null;
  const [, seconds = "", fraction = "", zone = "", sign = "+", hours = 0, minutes = 0] = match;
  const instant = new Date(seconds + fraction.slice(0, 4) + zone);
  if (!isStorable(instant)) return null;
  const offsetMinutes = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  // JavaScript reads 30 February as 2 March, so the instant has to produce the text that was read.
  const written = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString();
  if (written.slice(0, 19) !== seconds) return null;
  return finer === "up" && /[1-9]/.test(fraction.slice(4)) ? nextMs(instant) : instant;
}

/** Returns the next millisecond; the same one at the end of the year 9999, where no later one can be stored. */
const nextMs = (instant: Date): Date => {
  const next = new Date(instant.getTime() + 1);
  return isStorable(next) ? next : instant;
};

/** Returns whether the year is from 1 to 9999 in UTC; false for an invalid date as well. */
const isStorable = (instant: Date): boolean => {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
};

function textProblem(value: string, max: number): string | null {
  if (forbiddenText.test(value)) return problem(loneSurrogate.test(value) ? "unicode" : "control_characters");
  return isLongerThan(value, max) ? problem("max_characters", max) : null;
}

function codeProblem(value: string, max: number): string | null {
  if (loneSurrogate.test(value)) return problem("unicode");
  if (anyControl.test(value)) return problem("control_characters");
  if (value.trim() === "") return problem("blank");
  return isLongerThan(value, max) ? problem("max_characters", max) : null;
}

function nameProblem(value: string): string | null {
  if (stripDirectionControls(value) !== value) return problem("control_characters");
  return isVisible(value) ? null : problem("blank");
}
