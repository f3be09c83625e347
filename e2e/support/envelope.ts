import { expect } from "@playwright/test";
import type { Answer } from "./http";

/** Expects the error body of §2.6: exactly three keys, and the trace id of the header. Returns the message. */
export function expectError(answer: Answer, status: number, code: string): string {
  const summary = `${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, summary).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = answer.json();
  expect(Object.keys(body), summary).toEqual(["error"]);
  expect(Object.keys(body.error), summary).toEqual(["code", "message", "traceId"]);
  expect(body.error.code, summary).toBe(code);
  expect(body.error.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(body.error.traceId).toBe(answer.headers["x-request-id"]);
  expect(body.error.message).toMatch(/\S/);
  expectNoLeak(answer.text);
  return body.error.message;
}

/** Expects a text without internal detail (S27). */
export function expectNoLeak(text: string): void {
  expect(text).not.toMatch(/prisma|postgres|pg_|select |insert |node_modules|\bat \S+:\d+|next\.js|stack/i);
}
