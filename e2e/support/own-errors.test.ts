import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isOwnError, isPrintedOwnError, listOwnErrors } from "./own-errors";

const line = (err: unknown, level = "error"): string => JSON.stringify({ level, msg: "Background work failed", err });

const own = {
  "a value that is no function": { type: "TypeError", message: "ctx.random.bytes is not a function" },
  "a rule of the database that was broken": {
    type: "PrismaClientKnownRequestError",
    code: "P2039",
    message: "Database error. Code: `23502`. Message: `null value in column`",
  },
  "a statement that is wrong": { type: "error", code: "42703", message: "column does not exist" },
  "a row that is missing": { type: "PrismaClientKnownRequestError", code: "P2025", message: "No record was found" },
};

const lost = {
  "a server that stops": {
    type: "PrismaClientKnownRequestError",
    code: "P2039",
    message: "Database error. Code: `57P01`. Message: `terminating connection due to unexpected postmaster exit`",
  },
  "a server that starts": { type: "error", code: "57P03", message: "the database system is not yet accepting" },
  "an address without a server": { type: "Error", code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:1" },
  "a server that Prisma does not reach": {
    type: "PrismaClientKnownRequestError",
    code: "P1001",
    message: "Can't reach database server",
  },
  "a connection that a request could not make": { type: "TypeError", message: "fetch failed: connect ECONNREFUSED" },
  "an answer that broke off": { type: "TypeError", message: "terminated: other side closed" },
  "a full disk": { type: "error", code: "53100", message: "could not extend file: No space left on device" },
};

test.each(Object.entries(own))("%s is an error of our own code", (_, err) => {
  expect(isOwnError(line(err))).toBe(true);
  expect(isOwnError(line(err, "fatal"))).toBe(true);
  expect(isOwnError(line(err, "warn"))).toBe(false);
});

test.each(Object.entries(lost))("%s is none", (_, err) => {
  expect(isOwnError(line(err))).toBe(false);
});

test("half a line, a line of another program and an error without a cause are none", () => {
  expect(isOwnError(line(own["a row that is missing"]).slice(0, 40))).toBe(false);
  expect(isOwnError("LOG:  database system is ready to accept connections")).toBe(false);
  expect(isOwnError(JSON.stringify({ level: "error", msg: "The bank does not answer" }))).toBe(false);
});

// As the framework and Node print errors to standard error.
test.each([
  "⨯ TypeError: Cannot read properties of undefined (reading 'id')",
  "  ⨯ ReferenceError: terms is not defined",
  "RangeError: Invalid time value",
  "[TypeError: Cannot convert undefined to a BigInt]",
  "[Error: SyntaxError: Unexpected end of JSON input]",
  "AssertionError [ERR_ASSERTION]: 1 == 2",
  "⨯ ZodError: [",
  "⨯ Error [PrismaClientValidationError]: ",
  "PrismaClientValidationError:",
  "⨯ uncaughtException:  TypeError: fetch is not a function",
  "Unhandled Rejection: TypeError: x is not iterable",
  "    [cause]: TypeError: Invalid URL",
  "\u001b[31m\u001b[1m⨯\u001b[22m\u001b[39m TypeError: x is not a function",
])("the printed line is an error of our own code: %s", (printed) => {
  expect(isPrintedOwnError(printed)).toBe(true);
});

test.each([
  "⨯ Error: connect ECONNREFUSED 127.0.0.1:5432",
  "⨯ Error: Connection terminated unexpectedly",
  "⨯ Error [PrismaClientKnownRequestError]: ",
  "PrismaClientKnownRequestError: Can't reach database server at 127.0.0.1:5432 (P1001)",
  "PrismaClientKnownRequestError: Server has closed the connection. (P1017)",
  "⨯ TypeError: fetch failed",
  "[TypeError: fetch failed]",
  "  [cause]: TypeError: fetch failed: connect ECONNREFUSED",
  "Unhandled Rejection: TypeError: terminated",
  "TypeError [ERR_INVALID_STATE]: Invalid state: Controller is already closed",
  "⨯ AppError: service_unavailable",
  "    at TypeError (node:internal/errors:405:5)",
  "The web server could not start: TypeErrors are no types",
  "  code: 'P1001'",
  "",
])("the printed line is none: %s", (printed) => {
  expect(isPrintedOwnError(printed)).toBe(false);
});

test("what processes have printed counts beside what they have logged", () => {
  const folder = mkdtempSync(join(tmpdir(), "own-errors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const printed = "⨯ TypeError: x is not a function";
  writeFileSync(join(folder, "web-0.log.errors"), `⨯ TypeError: fetch failed\n${printed}\n    at y (z.js:1:2)\n`);
  expect(() => listOwnErrors(folder)).toThrow("No log in");
  writeFileSync(join(folder, "web-0.log"), `${line(lost["a full disk"])}\n${printed}\n`);
  expect(listOwnErrors(folder)).toEqual([printed]);
});

test("a folder whose processes have logged nothing proves nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "own-errors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "postgres.log"), "LOG:  database system is ready to accept connections\n");
  expect(() => listOwnErrors(folder)).toThrow("No log in");
  const found = line(own["a statement that is wrong"]);
  writeFileSync(join(folder, "web-0.log"), `${line(lost["a full disk"])}\n${found}\n`);
  expect(listOwnErrors(folder)).toEqual([found]);
});
