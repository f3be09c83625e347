import { z } from "zod";
import { isVisible, withoutDirectionControls } from "./direction-controls";
import { type FieldProblem, problem } from "./field-words";

/** Building blocks of every request schema (D-2, D-6, D-16): strict types, no coercion, nothing trimmed. */

const maxInt32 = 2_147_483_647;

/** C0 controls other than tab and line feed, and surrogates without their partner. */
const forbiddenText = /[^\t\n\u{20}-\u{10ffff}]|\p{Surrogate}/u;
const anyControl = /\p{Control}/u;
const loneSurrogate = /\p{Surrogate}/u;

/** The message of a value of the wrong type: missing, or not what the field is. */
const wrongType = (name: FieldProblem, ...numbers: number[]) => ({
  error: (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? problem("required") : problem(name, ...numbers),
});

/** A whole number in a range; `Number.isSafeInteger` comes before the range (D-6). */
export const integerBetween = (min: number, max: number) =>
  z
    .int(wrongType("integer_between", min, max))
    .min(min, problem("integer_between", min, max))
    .max(max, problem("integer_between", min, max));

/** A whole number that fits into 32 bits. */
export const int32 = () =>
  z
    .int(wrongType("integer"))
    .min(-maxInt32 - 1, problem("integer"))
    .max(maxInt32, problem("integer"))
    .meta({ format: "int32" });

/** A whole number that a double holds exactly (D-6). */
export const integer = () => z.int(wrongType("integer"));

export const numberBetween = (min: number, max: number) =>
  z
    .number(wrongType("number_between", min, max))
    .min(min, problem("number_between", min, max))
    .max(max, problem("number_between", min, max));

export const truth = () => z.boolean(wrongType("boolean"));

export const choice = <const T extends readonly string[]>(values: T) => z.enum(values, wrongType("choice"));

/** Free text of at most `max` code points; line feeds and tabs may be in it. */
export const freeText = (max: number) =>
  checkedText((value) => textProblem(value, max)).meta({ maxLength: max });

/** Free text that is not blank: something is to be read where it is shown. */
export const shownText = (max: number) =>
  checkedText((value) => (value.trim() === "" ? problem("blank") : textProblem(value, max))).meta({
    minLength: 1,
    maxLength: max,
  });

/** A code or an identifier: 1 to `max` code points, no controls at all, not blank (D-16). */
export const codeText = (max: number) =>
  checkedText((value) => codeProblem(value, max)).meta({ minLength: 1, maxLength: max });

/** What a person or a thing is called, as others will read it: one line that shows what it is. */
export const nameText = (max: number) =>
  checkedText((value) => codeProblem(value, max) ?? nameProblem(value)).meta({
    minLength: 1,
    maxLength: max,
  });

/** So many ASCII digits and nothing else; digits of other scripts are none (D-32). */
export const digitText = (count: number) => {
  const pattern = new RegExp(`^[0-9]{${count}}$`);
  return checkedText((value) => (pattern.test(value) ? null : problem("digits", count))).meta({
    pattern: pattern.source,
  });
};

/** A text that one more rule judges; the rule names the problem, or null. */
export const checkedText = (judge: (value: string) => string | null) =>
  z.string(wrongType("text")).check((context) => {
    const message = judge(context.value);
    if (message !== null) context.issues.push({ code: "custom", message, input: context.value });
  });

/** An RFC 3339 date-time with its zone, read as an instant (D-2). */
export const dateTime = () =>
  z
    .string(wrongType("date_time"))
    .transform((text, context) => {
      const instant = parseDateTime(text);
      if (instant) return instant;
      context.addIssue({ code: "custom", message: problem("date_time") });
      return z.NEVER;
    })
    .meta({ format: "date-time" });

/** A list of whatever length; what its length means is not a matter of form. */
export const anyListOf = <T extends z.ZodType>(item: T) => z.array(item, wrongType("list"));

export const listOf = <T extends z.ZodType>(item: T, min: number, max: number) =>
  z
    .array(item, wrongType("list"))
    .min(min, problem("list_size", min, max))
    .max(max, problem("list_size", min, max));

/** A JSON object; members that are not declared are ignored (D-6). */
export const record = <T extends z.core.$ZodLooseShape>(shape: T) => z.object(shape, wrongType("object"));

/** An optional field: `null` and absence are the same, null (D-6). */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/** Whether a text has more than `max` code points. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || Array.from(text).length > max;
}

/**
 * The instant of an RFC 3339 date-time; null for anything else, such as 30 February or 24:00 (D-2), and for what lies
 * outside the years 1 to 9999 in UTC: no such instant could be written back in four digits, nor kept.
 */
export function parseDateTime(text: string): Date | null {
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/.exec(
    text.toUpperCase(),
  );
  if (!match) return null;
  const instant = new Date(match[0]);
  if (!isKeepable(instant)) return null;
  const offsetMinutes = Number(`${match[1] ?? "+"}1`) * (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0));
  // JavaScript turns 30 February into 2 March: what was written must come back.
  const written = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString();
  return written.slice(0, 19) === match[0].slice(0, 19) ? instant : null;
}

/** False for an invalid date as well. */
const isKeepable = (instant: Date): boolean => {
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
  if (withoutDirectionControls(value) !== value) return problem("control_characters");
  return isVisible(value) ? null : problem("blank");
}
