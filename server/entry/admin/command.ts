import type { Ctx } from "@/server/usecases/ctx";

/** An option of a command, typed as `--name VALUE` after the command's name. */
export interface AdminOption {
  /** Without the dashes, e.g. `reason`. */
  readonly name: string;
  /** What stands for the value in the usage, e.g. `TEXT`. */
  readonly value: string;
  /** An option is required unless this says otherwise. */
  readonly isOptional?: true;
}

/** The values of the options that were typed, by name; each value has at least one visible character. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

/** Something that an operator can have done from a terminal. */
export interface AdminCommand {
  /** Its words, as they are typed. */
  readonly name: string;
  /** What follows the name, as the usage shows it. */
  readonly parameters: readonly string[];
  /** Left out: the command has no options, and a word that begins with a dash is a value. */
  readonly options?: readonly AdminOption[];
  /** What it does, in one line. */
  readonly help: string;
  /**
   * Does it, and answers the lines to print: the only place where a secret is shown.
   * @param values of the parameters, as many as there are
   * @param options of those that are declared; the required ones are present
   */
  run(ctx: Ctx, values: readonly string[], options: OptionValues): Promise<readonly string[]>;
}

/** The value of a required option. Throws TypeError where the command does not declare it. */
export function requireOption(options: OptionValues, name: string): string {
  const value = options[name];
  if (value === undefined) throw new TypeError(`The command does not declare the option --${name}`);
  return value;
}
