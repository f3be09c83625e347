import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AppError } from "@/server/domain/errors";
import type { LinkDocument, LinkSummary } from "@/server/domain/links/link-page";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { TroubleName } from "@/server/domain/payments/buyer-page";
import type { BuyerReturn } from "@/server/usecases/links/buyer-queries";
import type {
  CompletedThreeDSecure,
  CompleteThreeDSecureInput,
} from "@/server/usecases/payments/complete-three-d-secure";
import { readPageRequest } from "../http/page-request";
import { answerCallback, type CallbackDoor } from "./callback";

const done: CompletedThreeDSecure = {
  kind: "redirect",
  url: "https://shop.example/done?paymentCode=pay_1&result=success",
};

const summary: LinkSummary = {
  merchantName: "Çiçekçi",
  logoId: null,
  reference: 7n,
  ...noLinkTexts,
  items: null,
  amountKurus: 125_050n,
  customerShareBps: 0,
  expiresAt: new Date("2026-11-29T10:00:00.000Z"),
};
const returning: BuyerReturn = { language: "de", link: { token: "tok_1", summary } };

function doorFor(outcome: CompletedThreeDSecure | Error = done, found: BuyerReturn | Error | null = null) {
  const links: LinkDocument[] = [];
  const sought: string[] = [];
  const asked: CompleteThreeDSecureInput[] = [];
  const troubles: TroubleName[] = [];
  const door: CallbackDoor = {
    complete: async (input) => {
      asked.push(input);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    findReturn: async (token) => {
      sought.push(token);
      if (found instanceof Error) throw found;
      return found;
    },
    renderLink: async (document) => {
      links.push(document);
      return "<!doctype html>link";
    },
    now: () => new Date("2026-11-22T10:00:00.000Z"),
    takeBudget: async () => {},
    render: async ({ page }) => {
      if (page.kind === "trouble") troubles.push(page.trouble.name);
      return "<!doctype html>";
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  return { door, asked, troubles, links, sought };
}

const post = (body: string, type = "application/x-www-form-urlencoded", headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1/3ds/callback/token", {
    method: "POST",
    headers: { Accept: "text/html", "Content-Type": type, ...headers },
    body,
  });
const send = (request: Request, { door } = doorFor()) =>
  answerCallback(request, "token", readPageRequest(request), door);

describe("the bank's callback", () => {
  it("303 to the shop, also with Origin null and with a cookie", async () => {
    const product = doorFor();
    const answer = await send(post("oid=1&oid=2&empty=", undefined, { Origin: "null", Cookie: "a=b" }), product);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, done.kind === "redirect" && done.url]);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(product.asked).toEqual([
      {
        token: "token",
        fields: [
          ["oid", "1"],
          ["oid", "2"],
          ["empty", ""],
        ],
        bodyDigest: createHash("sha256").update("oid=1&oid=2&empty=").digest(),
      },
    ]);
  });

  it("400 with a page when the answer is refused, 404 when no attempt has the token", async () => {
    const refused = doorFor({ kind: "refused" });
    expect((await send(post("a=b"), refused)).status).toBe(400);
    const unknown = doorFor({ kind: "unknown_attempt" });
    expect((await send(post("a=b"), unknown)).status).toBe(404);
    expect([...refused.troubles, ...unknown.troubles]).toEqual(["return_refused", "return_unknown"]);
  });

  it("500 with a page that says that the money may have been taken", async () => {
    const product = doorFor(new Error("connection lost"));
    expect((await send(post("a=b"), product)).status).toBe(500);
    expect(product.troubles).toEqual(["return_failed"]);
  });

  it("405 for GET, 415 for other types, 413 above 64 KiB, without completing the handoff", async () => {
    const product = doorFor();
    const get = new Request("http://127.0.0.1/3ds/callback/token", { headers: { Accept: "text/html" } });
    expect((await send(get, product)).status).toBe(405);
    expect((await send(post("{}", "application/json"), product)).status).toBe(415);
    expect((await send(post("a=".padEnd(65_537, "b")), product)).status).toBe(413);
    expect(product.asked).toEqual([]);
  });

  it("429 when an address returns too often, before the body is read", async () => {
    const product = doorFor();
    const door = { ...product.door, takeBudget: () => Promise.reject(new AppError("rate_limited")) };
    const answer = await send(post("oid=1"), { ...product, door });
    expect([answer.status, product.asked, product.troubles]).toEqual([429, [], ["rate_limited"]]);
  });
});

describe("a buyer who pays a link", () => {
  it.each([
    ["refused", 400, "return_refused", { kind: "refused" } as CompletedThreeDSecure],
    ["followed by an internal failure", 500, "return_failed", new Error("gone")],
  ])("gets the link's page when the bank's answer is %s", async (_, status, name, outcome) => {
    const product = doorFor(outcome, returning);
    const answer = await send(post("a=1", undefined, { "Accept-Language": "en" }), product);
    expect([answer.status, await answer.text()]).toEqual([status, "<!doctype html>link"]);
    expect(answer.headers.get("content-language")).toBe("de");
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(product.links[0]).toMatchObject({
      page: { kind: "trouble", summary, trouble: { name } },
      token: "tok_1",
      language: "de",
    });
    expect(product.sought).toEqual(["token"]);
  });

  it("gets the same message without the link, in the language of the attempt, when a payment of the API is paid", async () => {
    const product = doorFor({ kind: "refused" }, { language: "uk", link: null });
    const answer = await send(post("a=1", undefined, { "Accept-Language": "en" }), product);
    expect([answer.status, answer.headers.get("content-language")]).toEqual([400, "uk"]);
    expect([product.troubles, product.links]).toEqual([["return_refused"], []]);
  });

  it("gets the page in the browser's language when the attempt's has no texts any more", async () => {
    const product = doorFor({ kind: "refused" }, { ...returning, language: "xx" });
    const answer = await send(post("a=1", undefined, { "Accept-Language": "ru" }), product);
    expect([answer.headers.get("content-language"), product.links[0]?.language]).toEqual(["ru", "ru"]);
  });

  it("gets the same message when the link cannot be read", async () => {
    const product = doorFor({ kind: "refused" }, new Error("down"));
    expect((await send(post("a=1"), product)).status).toBe(400);
    expect(product.troubles).toEqual(["return_refused"]);
  });

  it("does not cause a look-up of the link at a limit, or for a client that prefers no page", async () => {
    const product = doorFor(new AppError("rate_limited"), returning);
    expect((await send(post("a=1"), product)).status).toBe(429);
    const refused = doorFor({ kind: "refused" }, returning);
    const answer = await send(post("a=1", undefined, { Accept: "application/json" }), refused);
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, "validation_error"]);
    expect([product.sought, refused.sought]).toEqual([[], []]);
  });
});
