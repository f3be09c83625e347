import type { Ctx } from "@/server/usecases/ctx";

/** An option of a command, in the form `--name VALUE` or `--name` after the command's name. */
export interface AdminOption {
  /** The name without the dashes, for example `reason`. */
  readonly name: string;
  /** The placeholder of the value in the usage, for example `TEXT`; null for an option that has no value. */
  readonly value: string | null;
  /** Whether the option may be omitted; an option is required by default. */
  readonly isOptional?: true;
}

/** The values of the given options by name, with a visible character each; `yes` for an option without a value. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

/** Thrown by a command that did its work and found something wrong: its lines are printed, and the exit code is 1. */
export class NotPassed extends Error {
  override name = "NotPassed";
  constructor(readonly lines: readonly string[]) {
    super(lines[0]);
  }
}

/** A command of `npm run admin`. */
export interface AdminCommand {
  /** The words of the command, separated by spaces. */
  readonly name: string;
  /** The parameters after the name, as shown in the usage. */
  readonly parameters: readonly string[];
  /** The options. A command without this field takes a word that begins with a dash as a value. */
  readonly options?: readonly AdminOption[];
  /** The description of the command, one line. */
  readonly help: string;
  /**
   * Runs the command and returns the lines to print. A secret is shown only in these lines.
   * @throws NotPassed when the command is an examination that was not passed
   * @param values the values of the parameters, one for each
   * @param options the values of the declared options; the required ones are present
   */
  run(ctx: Ctx, values: readonly string[], options: OptionValues): Promise<readonly string[]>;
}

/** Returns the value of a required option. @throws TypeError when the command does not declare it */
export function requireOption(options: OptionValues, name: string): string {
  const value = options[name];
  if (value === undefined) throw new TypeError(`The command does not declare the option --${name}`);
  return value;
}
