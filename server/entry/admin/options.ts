import { parseArgs } from "node:util";
import { AppError } from "@/server/domain/errors";
import type { AdminCommand, AdminOption, OptionValues } from "./command";

/**
 * Divides the words after a command's name into the values of its parameters and of its options. Options may come
 * before, between and after the values.
 * @throws AppError validation_error for an unknown option, an option without a value, one that is given twice, and a
 * required one that is missing or blank
 */
export function readOptions(
  { name, options = [] }: Pick<AdminCommand, "name" | "options">,
  words: readonly string[],
): { readonly values: readonly string[]; readonly options: OptionValues } {
  if (options.length === 0) return { values: words, options: {} };
  const { positionals, values: given } = parse(name, options, words);
  const read: Record<string, string> = {};
  for (const option of options) {
    const [value, ...more] = (given[option.name] ?? []).map((one) => (one === true ? "yes" : one));
    if (more.length > 0) throw refusal(name, `the option --${option.name} is given more than once`);
    if (value === undefined && option.isOptional) continue;
    if (value === undefined) throw refusal(name, `the option --${option.name} ${option.value} is required`);
    if (value.trim() === "") throw refusal(name, `the option --${option.name} has an empty value`);
    read[option.name] = value.trim();
  }
  return { values: positionals, options: read };
}

/** Formats an option for the usage, with brackets around an optional one. */
export function formatOption({ name, value, isOptional }: AdminOption): string {
  const form = value === null ? `--${name}` : `--${name} ${value}`;
  return isOptional ? `[${form}]` : form;
}

function parse(
  name: string,
  options: readonly AdminOption[],
  words: readonly string[],
): {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, (string | true)[] | undefined>>;
} {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      options: Object.fromEntries(
        options.map(({ name, value }) => [
          name,
          { type: value === null ? ("boolean" as const) : ("string" as const), multiple: true },
        ]),
      ),
      allowPositionals: true,
      strict: true,
    });
    return { positionals, values: values as Readonly<Record<string, (string | true)[] | undefined>> };
  } catch (error) {
    // The first sentence of Node's message names the fault; the rest is advice for programmers.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/);
    throw refusal(name, sentence);
  }
}

const refusal = (name: string, sentence: string): AppError => new AppError("validation_error", `${name}: ${sentence}`);
