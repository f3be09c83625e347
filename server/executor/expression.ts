import { parse } from "@marcbachmann/cel-js";
import type { RunEvent } from "./run";

/** A CEL expression over `event`. Throws a plain sentence when it is not one. */
export function expressionOver(text: string, usedBy: string): (event: RunEvent) => unknown {
  let evaluate: ReturnType<typeof parse>;
  try {
    evaluate = parse(text);
  } catch (error) {
    throw new Error(`${usedBy} has an expression that cannot be read, "${text}": ${firstLineOf(error)}`);
  }
  return (event) => {
    try {
      return evaluate({ event });
    } catch {
      // A field that an event lacks is no mistake of the expression: it has no value there.
      return null;
    }
  };
}

const firstLineOf = (error: unknown): string => String(error).split("\n")[0] ?? "";
