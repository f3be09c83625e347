import type { Ctx } from "@/server/usecases/ctx";

/** Something that an operator can have done from a terminal. */
export interface AdminCommand {
  /** Its words, as they are typed. */
  readonly name: string;
  /** What follows the name, as the usage shows it. */
  readonly parameters: readonly string[];
  /** What it does, in one line. */
  readonly help: string;
  /**
   * Does it, and answers the lines to print: the only place where a secret is shown.
   * @param values of the parameters, as many as there are
   */
  run(ctx: Ctx, values: readonly string[]): Promise<readonly string[]>;
}
