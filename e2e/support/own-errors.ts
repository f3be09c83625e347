import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * Finds errors of our own code in the logs of processes that were struck, and in what they printed to standard error:
 * there the framework reports errors itself. Both are full of lost connections, among which such an error would not be
 * noticed.
 */

/** Types of errors that only code makes, whatever happens to processes and connections. */
const codeTypes = [
  "AssertionError",
  "PrismaClientValidationError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "ZodError",
];

/** An AppError in the log is one that nothing expected. Where the framework prints one, it may be a refusal. */
const loggedTypes = [...codeTypes, "AppError"];

/** Classes of SQLSTATE that are about a statement or its values: 0A, 22, 23, 42 and P0. */
const ownState = /^(?:0A|22|23|42|P0)[0-9A-Z]{3}$/;

/** Prisma's codes about a statement or its values: not P2010, P2024, P2028, P2034, P2037 and P2039. */
const ownPrismaCode = /^P20(?:0\d|1[1-9]|2[0-35-79]|3[0-35-68])$/;

/** This is how the platform's `fetch` reports that no connection could be made, and that one broke in the answer. */
const lostFetch = /^(?:fetch failed|terminated)(?:$|[:\s\]])/;

/** Node's code where a stream is written to that has ended, as it does when the client has left. */
const endedStream = "ERR_INVALID_STATE";

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly code?: string;
}

/** Lists the lines with errors of our own code in the logs of a folder. @throws Error where no process has logged */
export function listOwnErrors(folder: string): string[] {
  const logged = readLines(folder, ".log");
  if (!logged.some((line) => "level" in readLine(line)))
    throw new Error(`No log in ${folder} has a line of a process.`);
  return [...logged.filter(isOwnError), ...readLines(folder, ".log.errors").filter(isPrintedOwnError)];
}

function readLines(folder: string, ending: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
}

export function isOwnError(line: string): boolean {
  const { level, err } = readLine(line);
  if ((level !== "error" && level !== "fatal") || typeof err !== "object" || err === null) return false;
  const { type = "", message = "", code = "" }: LoggedError = err;
  if (lostFetch.test(message)) return false;
  const named = /Code: `([^`]+)`/.exec(message)?.[1] ?? "";
  return loggedTypes.includes(type) || [code, named].some((one) => ownState.test(one) || ownPrismaCode.test(one));
}

/** What is printed before an error: the framework's mark, where it comes from, a bracket where it has no stack. */
const printedBefore = /^(?:\s|⨯|\[cause\]:|uncaughtException:|Unhandled Rejection:|\[|Error:)*/;

/** An error as Node prints it: `TypeError: text`, `TypeError [ERR_CODE]: text`, `Error [ZodError]: text`. */
const printedError = /^(\w+)(?: \[(\w+)\])?:(?:\s+(.*))?$/;

/** Whether a line of standard error is the first one of an error of our own code. */
export function isPrintedOwnError(line: string): boolean {
  const [, type = "", code = "", message = ""] =
    printedError.exec(stripVTControlCharacters(line).replace(printedBefore, "")) ?? [];
  if (lostFetch.test(message) || code === endedStream) return false;
  return codeTypes.includes(type) || codeTypes.includes(code);
}

/** Reads a line; empty where it is none of ours, or only half a line, because the process was killed meanwhile. */
function readLine(line: string): { readonly level?: unknown; readonly err?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
