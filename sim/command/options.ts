import { parseArgs } from "node:util";
import { LaunchFailure } from "@/server/launch/failure";
import { type Reduction, whole } from "../simulate";

/** What `npm run sim` is to do. */
export type Options =
  | {
      readonly kind: "seeds";
      readonly from: number;
      readonly count: number;
      /** Whether each seed is run twice, and the traces are compared. */
      readonly isTwice: boolean;
      /** Whether a failing simulation is made smaller. */
      readonly shrinks: boolean;
    }
  | { readonly kind: "seed"; readonly seed: string; readonly reduction: Reduction; readonly traceFile: string | null }
  /** The mutants whose name, sentence or file has the word, or all of them; each with so many seeds at most. */
  | { readonly kind: "mutants"; readonly only: string | null; readonly seeds: number };

const usage = `npm run sim -- [--seeds N] [--from N] [--twice] [--no-shrink]
npm run sim -- --seed S [--trace FILE] [--without NAME,NAME] [--trouble-until STEP]
npm run sim -- --mutants [--only WORD] [--seeds N]`;

/** How many seeds are run without a number. */
const usualCount = 300;

/** The number of seeds after which a mutant counts as one that survives. */
const usualCountOfMutants = 500;

/** Reads the arguments. @throws LaunchFailure with the usage */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  if (values.mutants) {
    return { kind: "mutants", only: values.only ?? null, seeds: readNumber(values.seeds, usualCountOfMutants) };
  }
  if (values.seed !== undefined) {
    const without = (values.without ?? "").split(",").filter((name) => name !== "");
    const troubleUntil =
      values["trouble-until"] === undefined ? whole.troubleUntil : readNumber(values["trouble-until"], 0);
    return { kind: "seed", seed: values.seed, traceFile: values.trace ?? null, reduction: { without, troubleUntil } };
  }
  return {
    kind: "seeds",
    from: readNumber(values.from, 1),
    count: readNumber(values.seeds, usualCount),
    isTwice: values.twice,
    shrinks: !values["no-shrink"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seeds: { type: "string" },
        from: { type: "string" },
        twice: { type: "boolean", default: false },
        "no-shrink": { type: "boolean", default: false },
        seed: { type: "string" },
        mutants: { type: "boolean", default: false },
        only: { type: "string" },
        trace: { type: "string" },
        without: { type: "string" },
        "trouble-until": { type: "string" },
      },
    });
  } catch {
    throw new LaunchFailure(usage);
  }
}

function readNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new LaunchFailure(usage);
  return number;
}
