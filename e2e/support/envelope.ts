import { expect } from "@playwright/test";
import type { Answer } from "./http";

/** The error body as §2.6 has it: three keys and no other, with the trace id of the header. Returns the message. */
export function expectError(answer: Answer, status: number, code: string): string {
  const said = `${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, said).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = answer.json();
  expect(Object.keys(body), said).toEqual(["error"]);
  expect(Object.keys(body.error), said).toEqual(["code", "message", "traceId"]);
  expect(body.error.code, said).toBe(code);
  expect(body.error.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(body.error.traceId).toBe(answer.headers["x-request-id"]);
  expect(body.error.message).toMatch(/\S/);
  expectNoLeak(answer.text);
  return body.error.message;
}

/** Nothing of what is inside ever shows (S27). */
export function expectNoLeak(text: string): void {
  expect(text).not.toMatch(/prisma|postgres|pg_|select |insert |node_modules|\bat \S+:\d+|next\.js|stack/i);
}
