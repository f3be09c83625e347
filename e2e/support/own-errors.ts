import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Finds errors of our own code in the logs of processes that were struck. Their logs are full of lost connections,
 * among which such an error would not be noticed.
 */

/** Types of errors that only code makes, whatever happens to processes and connections. */
const ownTypes = [
  "AppError",
  "AssertionError",
  "PrismaClientValidationError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "ZodError",
];

/** Classes of SQLSTATE that are about a statement or its values: 0A, 22, 23, 42 and P0. */
const ownState = /^(?:0A|22|23|42|P0)[0-9A-Z]{3}$/;

/** Prisma's codes about a statement or its values: not P2010, P2024, P2028, P2034, P2037 and P2039. */
const ownPrismaCode = /^P20(?:0\d|1[1-9]|2[0-35-79]|3[0-35-68])$/;

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly code?: string;
}

/** Lists the lines with errors of our own code in the logs of a folder. @throws Error where no process has logged */
export function listOwnErrors(folder: string): string[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  if (!lines.some((line) => "level" in readLine(line))) throw new Error(`No log in ${folder} has a line of a process.`);
  return lines.filter(isOwnError);
}

export function isOwnError(line: string): boolean {
  const { level, err } = readLine(line);
  if ((level !== "error" && level !== "fatal") || typeof err !== "object" || err === null) return false;
  const { type = "", message = "", code = "" }: LoggedError = err;
  // This is how the platform reports that no connection could be made.
  if (message.startsWith("fetch failed")) return false;
  const named = /Code: `([^`]+)`/.exec(message)?.[1] ?? "";
  return ownTypes.includes(type) || [code, named].some((one) => ownState.test(one) || ownPrismaCode.test(one));
}

/** Reads a line; empty where it is none of ours, or only half a line, because the process was killed meanwhile. */
function readLine(line: string): { readonly level?: unknown; readonly err?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
