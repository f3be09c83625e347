import { describe, expect, it } from "vitest";
import { pagePolicy } from "@/server/domain/web/page-policy";
import { traceId } from "@/server/testing/doors/requests";
import { htmlAnswer, seeOther } from "./page-answer";

const visit = { language: "en", traceId, nonce: "n0nce" } as const;

describe("a page", () => {
  it("names its type and its policy, and leaves no trace in caches or referrers (D-22, S5–S7)", async () => {
    const answer = htmlAnswer("<p>ş</p>", 422, visit, "https://bank.example");
    expect([answer.status, await answer.text()]).toEqual([422, "<p>ş</p>"]);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-language": "en",
      "content-security-policy": pagePolicy("n0nce", "https://bank.example"),
      "reporting-endpoints": 'csp="/csp-report"',
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": traceId,
    });
  });

  it("keeps further headers of its answer", () => {
    const { headers } = htmlAnswer("", 429, visit, "'self'", new Headers({ "Retry-After": "42" }));
    expect([headers.get("retry-after"), headers.get("cache-control")]).toEqual(["42", "no-store"]);
  });
});

it("303 to another page, which leaves no trace in caches or referrers", async () => {
  const answer = seeOther("https://shop.example/payment/success?x=1", traceId);
  expect([answer.status, await answer.text()]).toEqual([303, ""]);
  expect(Object.fromEntries(answer.headers)).toEqual({
    location: "https://shop.example/payment/success?x=1",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-request-id": traceId,
  });
});
