import { expect, it } from "vitest";
import type { CspReport } from "@/server/domain/pages/csp-report";
import { answerCspReport } from "./csp-report";

async function send(body: unknown, type = "application/csp-report", method = "POST") {
  const recorded: CspReport[] = [];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://127.0.0.1/csp-report", {
    method,
    ...(method === "POST" && { headers: { "Content-Type": type }, body: text }),
  });
  const answer = await answerCspReport(request, {
    record: async (report) => void recorded.push(report),
    takeBudget: async () => {},
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { status: answer.status, recorded };
}

const token = "Zk3pWq8Rt1Yv6Xs0Lm4Nb7Hc2Jd5Gf9Ka_Qe-uIoPzAb";

it("204 and stores the report without the page's token and without queries", async () => {
  const report = {
    "document-uri": `http://127.0.0.1:3001/l/${token}?a=1#b`,
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?stolen=1",
  };
  expect(await send({ "csp-report": report })).toEqual({
    status: 204,
    recorded: [
      {
        directive: "script-src-elem",
        blocked: "https://evil.example",
        document: "http://127.0.0.1:3001/l/[…]",
      },
    ],
  });
});

it("204 and stores no data that a skimmer wrote into an address", async () => {
  const card = "5528790000000008";
  const spaced = "5528-7900-0000-0008";
  for (const taken of [card, spaced]) {
    const report = {
      "document-uri": `http://127.0.0.1:3001/l/${taken}`,
      "effective-directive": "connect-src",
      "blocked-uri": `https://${taken}.evil.example/${taken}/123?n=${taken}`,
    };
    const { status, recorded } = await send({ "csp-report": report });
    expect(status).toBe(204);
    expect(JSON.stringify(recorded)).not.toContain(taken);
    expect(recorded[0]).toMatchObject({ blocked: "https://[…].evil.example" });
  }
});

it("204 for a report with missing members", async () => {
  expect(await send({ "csp-report": { "blocked-uri": "https://evil" } })).toEqual({
    status: 204,
    recorded: [{ directive: "", blocked: "https://evil", document: "" }],
  });
});

it("204 for a batch, of which it stores at most five reports, only those about the policy", async () => {
  const violation = {
    type: "csp-violation",
    body: {
      effectiveDirective: "img-src\u0000",
      blockedURL: "inline",
      documentURL: `http://127.0.0.1:3001/3ds/callback/${token}`,
    },
  };
  const batch = [{ type: "deprecation", body: { id: "x" } }, ...Array.from({ length: 9 }, () => violation)];
  const { status, recorded } = await send(batch, "application/reports+json");
  expect([status, recorded.length]).toEqual([204, 5]);
  expect(recorded[0]).toEqual({
    directive: "img-src",
    blocked: "inline",
    document: "http://127.0.0.1:3001/3ds/callback/[…]",
  });
});

it.each([
  [400, "not json", "application/csp-report"],
  [400, [], "application/csp-report"],
  [400, {}, "application/reports+json"],
  [415, {}, "application/json"],
  [413, "x".repeat(16_385), "application/csp-report"],
])("%i for a body that is no report, and stores nothing", async (status, body, type) => {
  expect(await send(body, type)).toEqual({ status, recorded: [] });
});

it("405 for GET", async () => {
  expect(await send("", "", "GET")).toEqual({ status: 405, recorded: [] });
});
