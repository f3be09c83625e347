import { expect, test } from "vitest";
import type { z } from "zod";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { codeText, jsonObject } from "@/server/domain/fields";
import { createContext } from "@/server/testing/doors/requests";
import { readCallerFacts } from "../http/request-facts";
import { formatFailure, publicError, toTrpcError } from "./trpc-errors";

const request = { ctx: createContext(), facts: readCallerFacts(), language: "en" as const };
const format = (failure: unknown) => {
  const error = toTrpcError(new AppError("validation_error"));
  Object.defineProperty(error, "cause", { value: failure });
  return formatFailure({ code: -32_600 }, publicError(error, request), request);
};
const names = ["a", "b", "c", "d", "e", "f", "g"];
const firstFive = names.slice(0, 5);

test.each([
  [
    "input that its schema refuses",
    jsonObject(Object.fromEntries(names.map((name) => [name, codeText(5)]))).safeParse({}).error as z.ZodError,
  ],
  [
    "fields that a use-case refuses",
    new AppError("validation_error", undefined, {
      faults: names.map((name) => ({ path: [name], problem: problem("required") })),
    }),
  ],
])("400 names the same five fields in its sentence and in its data, for %s", (_, failure) => {
  const { message, data } = format(failure);
  expect(message).toBe(firstFive.map((name) => `${name}: is required`).join("; "));
  expect(data).toMatchObject({
    code: "validation_error",
    httpStatus: 400,
    fields: firstFive.map((name) => ({ name, problem: problem("required") })),
  });
});

test("409 names the change that waits already, for the page that leads to it", () => {
  const { data } = format(new AppError("change_waiting", "pob_1 waits in chg_1", { waitingChangeId: "chg_1" }));
  expect(data).toMatchObject({ code: "change_waiting", httpStatus: 409, waitingChangeId: "chg_1" });
});
