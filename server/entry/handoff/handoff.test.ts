import { describe, expect, it } from "vitest";
import type { BankForm } from "@/server/banks/bank";
import { AppError } from "@/server/domain/errors";
import type { BuyerDocument } from "@/server/domain/payments/buyer-page";
import type { StartedHandoff, StartHandoffInput } from "@/server/usecases/payments/start-handoff";
import { readPageRequest } from "../http/page-request";
import { answerHandoff, type HandoffDoor } from "./handoff";

const view = {
  merchantName: "Çiçekçi",
  amountKurus: 125_050n,
  installment: 1,
  expiresAt: new Date("2026-11-20T11:30:00.000Z"),
  backUrl: "https://shop.example/done",
};
const card = { paymentRef: "ref", pan: "5528790000000008", expireMonth: "12", expireYear: "30", cv2: "123" };
const html = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
const json = { Accept: "application/json" };

/** Creates a door whose use-case returns `started`, or hands out a form. It records the inputs and the documents. */
function doorFor(started: StartedHandoff<never> | BankForm | Error = { kind: "limit", view }) {
  const shown: BuyerDocument[] = [];
  const asked: (StartHandoffInput<unknown> | { paymentRef: string })[] = [];
  const door: HandoffDoor = {
    open: async (input) => {
      asked.push(input);
      return { kind: "open", view };
    },
    start: async (input) => {
      asked.push(input);
      if (started instanceof Error) throw started;
      return "kind" in started ? started : { kind: "form", answer: await input.present(started, view) };
    },
    takeBudget: async () => {},
    render: async (document) => {
      shown.push(document);
      return `<!doctype html>${document.page.kind}`;
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  return { door, shown, asked };
}

const urlencoded = (
  fields: Record<string, string> | string[][],
  headers: Record<string, string> = html,
  address = "http://127.0.0.1/handoff",
) => new Request(address, { method: "POST", headers, body: new URLSearchParams(fields) });

const send = (request: Request, { door } = doorFor()) => answerHandoff(request, readPageRequest(request), door);

describe("a reference alone", () => {
  it("200 with the card form, also where JSON is preferred, and starts nothing", async () => {
    const product = doorFor();
    const answer = await send(urlencoded({ paymentRef: "ref" }, json), product);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(product.asked).toEqual([{ paymentRef: "ref" }]);
    expect(product.shown[0]?.page).toEqual({ kind: "card", payment: view, paymentRef: "ref" });
  });

  it("200 in the language that was chosen on the page, else in the browser's", async () => {
    const product = doorFor();
    await send(urlencoded({ paymentRef: "ref", lang: "tr" }, { ...html, "Accept-Language": "en" }), product);
    await send(urlencoded({ paymentRef: "ref", lang: "xx" }, { ...html, "Accept-Language": "en" }), product);
    await send(urlencoded({ paymentRef: "ref" }), product);
    expect(product.shown.map(({ language }) => language)).toEqual(["tr", "en", "tr"]);
  });
});

describe("a card", () => {
  const form = { action: "https://bank.example:8443/gate?x=1", fields: [["pan", card.pan]] as const };

  it.each([
    ["urlencoded", () => urlencoded(card, json)],
    [
      "multipart",
      () => {
        const body = new FormData();
        for (const [name, value] of Object.entries(card)) body.set(name, value);
        return new Request("http://127.0.0.1/handoff", { method: "POST", headers: json, body });
      },
    ],
  ])("200 with the form to the bank, always a page (%s)", async (_, request) => {
    const product = doorFor(form);
    const answer = await send(request(), product);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const asked = product.asked[0] as StartHandoffInput<unknown>;
    expect([asked.raw.pan.reveal(), asked.raw.cv2.reveal(), asked.raw.expireMonth]).toEqual([card.pan, "123", "12"]);
  });

  it("200 with a policy that allows forms to the bank's origin only, and no trace in caches or referrers", async () => {
    const { headers } = await send(urlencoded(card), doorFor(form));
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("form-action https://bank.example:8443;");
    for (const part of ["default-src 'none'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("200 with a new nonce each time, the same in the header and the document", async () => {
    const product = doorFor(form);
    const answers = [await send(urlencoded(card), product), await send(urlencoded(card), product)];
    const nonces = answers.map(
      (answer) => /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1],
    );
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(product.shown.map(({ nonce }) => nonce)).toEqual(nonces);
  });

  it("422 with the page without details at a limit, also where JSON is preferred", async () => {
    const answer = await send(urlencoded(card, json), doorFor({ kind: "limit", view }));
    expect([answer.status, await answer.text()]).toEqual([422, "<!doctype html>limit"]);
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'self'");
  });

  it("422 payment_declined with an empty card form where another card may be tried", async () => {
    const rejected = { kind: "rejected", code: "payment_declined", reason: "insufficient_funds", view } as const;
    const product = doorFor({ ...rejected, canRetry: true });
    const answer = await send(urlencoded(card), product);
    expect(answer.status).toBe(422);
    const { page } = product.shown[0] as BuyerDocument;
    expect(page).toEqual({
      kind: "card",
      payment: view,
      paymentRef: "ref",
      trouble: { name: "payment_declined", declineReason: "insufficient_funds" },
    });
  });

  it("422 payment_declined without a form after the last card, and without a reason in the envelope", async () => {
    const last = { kind: "rejected", code: "payment_declined", reason: "lost_or_stolen", view } as const;
    const product = doorFor({ ...last, canRetry: false });
    expect((await send(urlencoded(card), product)).status).toBe(422);
    const trouble = { name: "payment_declined", declineReason: "lost_or_stolen" };
    expect(product.shown[0]?.page).toEqual({ kind: "trouble", payment: view, trouble, paymentRef: "ref" });
    const answer = await send(urlencoded(card, json), product);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).error.code]).toEqual([422, "payment_declined"]);
    expect(text).not.toContain("lost");
  });

  it("422 installment_not_allowed with the reason on the page, and not in the envelope", async () => {
    const rejected = { kind: "rejected", code: "installment_not_allowed", view } as const;
    for (const why of ["card_not_eligible", "count_not_offered"] as const) {
      const product = doorFor({ ...rejected, why, canRetry: true });
      await send(urlencoded(card), product);
      expect(product.shown[0]?.page).toMatchObject({ trouble: { name: "installment_not_allowed", why } });
      const answer = await send(urlencoded(card, json), product);
      expect([answer.status, Object.keys((await answer.json()).error)]).toEqual([422, ["code", "message", "traceId"]]);
    }
  });

  it("429 with the seconds to wait while cards are paused, as a page and as the envelope (D-290)", async () => {
    const rejected = { kind: "rejected", code: "rate_limited", view, retryAfterSeconds: 60, canRetry: false } as const;
    const product = doorFor(rejected);
    const page = await send(urlencoded(card), product);
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "60"]);
    const trouble = { name: "cards_paused", waitMinutes: 1 };
    expect(product.shown[0]?.page).toEqual({ kind: "trouble", payment: view, trouble, paymentRef: "ref" });
    const answer = await send(urlencoded(card, json), product);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await answer.json()).toMatchObject({ error: { code: "rate_limited" } });
  });

  it("400 with the names of the wrong fields, never their values", async () => {
    const rejected = { kind: "rejected", code: "validation_error", view, canRetry: true } as const;
    const product = doorFor({ ...rejected, fields: { pan: "wrong", cv2: "missing" } });
    const answer = await send(urlencoded(card, json), product);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: {
        code: "validation_error",
        message: "pan: is not valid; cv2: is required",
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
  });

  it.each([
    ["payment_ref_invalid", 404],
    ["payment_ref_expired", 404],
    ["payment_prepare_already_started", 409],
    ["card_attempt_limit_exceeded", 429],
    ["virtual_pos_inactive", 422],
    ["psp_inactive", 422],
    ["amount_limit_exceeded", 422],
  ] as const)("%s is %i, as a page and as the envelope", async (code, status) => {
    const started = { kind: "rejected", code, view: null, canRetry: false } as const;
    expect((await send(urlencoded(card, html), doorFor(started))).status).toBe(status);
    const answer = await send(urlencoded(card, { Accept: "*/*" }), doorFor(started));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it("500 for an unexpected error, without its detail", async () => {
    const answer = await send(urlencoded(card, json), doorFor(new Error("select pan from cards")));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("select");
  });
});

describe("the language that the address of our own forms names", () => {
  const address = "http://127.0.0.1/handoff?lang=de";
  const turkish = { ...html, "Accept-Language": "tr" };

  /** Returns the status of the answer and the language of its page. */
  async function languageOf(request: Request, takeBudget: HandoffDoor["takeBudget"] = async () => {}) {
    const { door, shown } = doorFor();
    const { status } = await answerHandoff(request, readPageRequest(request), { ...door, takeBudget });
    return [status, shown[0]?.language];
  }

  it("is kept by the answers that come before the form is read: 405, 413, 415, 429 and 400", async () => {
    const send = (init: RequestInit) => new Request(address, { method: "POST", headers: turkish, ...init });
    expect(await languageOf(send({ method: "GET" }))).toEqual([405, "de"]);
    expect(await languageOf(urlencoded({ paymentRef: "r".repeat(16_400) }, turkish, address))).toEqual([413, "de"]);
    const typed = { ...turkish, "Content-Type": "application/json" };
    expect(await languageOf(send({ headers: typed, body: "{}" }))).toEqual([415, "de"]);
    const broken = { ...turkish, "Content-Type": "multipart/form-data; boundary=x" };
    expect(await languageOf(send({ headers: broken, body: "nonsense" }))).toEqual([400, "de"]);
    const refuse = async () => {
      throw new AppError("rate_limited", "handoff-ip", { retryAfterSeconds: 41 });
    };
    expect(await languageOf(urlencoded(card, turkish, address), refuse)).toEqual([429, "de"]);
  });

  it("is that of the page, unless the form names another; one that we do not have is ignored", async () => {
    expect(await languageOf(urlencoded({ paymentRef: "ref" }, turkish, address))).toEqual([200, "de"]);
    expect(await languageOf(urlencoded({ paymentRef: "ref", lang: "uk" }, turkish, address))).toEqual([200, "uk"]);
    for (const lang of ["fr", "DE", "de-AT", "..", "", "%00", "de&lang=ru"]) {
      const request = urlencoded({ paymentRef: "ref" }, turkish, `http://127.0.0.1/handoff?lang=${lang}`);
      expect(await languageOf(request), lang).toEqual([200, lang.startsWith("de&") ? "de" : "tr"]);
    }
  });
});

describe("a request that is no handoff", () => {
  const post = (body: string, type?: string, headers: Record<string, string> = json) =>
    new Request("http://127.0.0.1/handoff", {
      method: "POST",
      headers: { ...headers, ...(type && { "Content-Type": type }) },
      body,
    });

  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("405 for %s, with Allow", async (method) => {
    const answer = await send(new Request("http://127.0.0.1/handoff", { method, headers: html }));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await answer.text()) === "").toBe(method === "HEAD");
  });

  it.each(["application/json", "text/plain", ""])("415 for %j", async (type) => {
    expect((await send(post("paymentRef=a", type))).status).toBe(415);
  });

  it("413 above 16 KiB, 200 at 16 KiB", async () => {
    const type = "application/x-www-form-urlencoded; charset=UTF-8";
    const ofLength = (length: number) => post("paymentRef=r&x=".padEnd(length, "a"), type);
    expect((await send(ofLength(16_385))).status).toBe(413);
    expect((await send(ofLength(16_384))).status).toBe(200);
  });

  it.each(["paymentRef", "pan", "cv2"])("400 when %s was sent twice", async (name) => {
    const product = doorFor();
    const answer = await send(urlencoded([...Object.entries(card), [name, "1"]], json), product);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: "validation_error", message: `${name}: must be given once` },
    });
    expect(product.asked).toEqual([]);
  });

  it("400 for a malformed multipart body, and for a file in place of a field", async () => {
    expect((await send(post("nonsense", "multipart/form-data; boundary=x"))).status).toBe(400);
    const body = new FormData();
    body.set("paymentRef", new Blob(["ref"]), "ref.txt");
    const request = new Request("http://127.0.0.1/handoff", { method: "POST", headers: json, body });
    expect((await send(request)).status).toBe(400);
  });

  it("429 before the body is read, with Retry-After, also on a page", async () => {
    const { door, asked } = doorFor();
    const takeBudget = async () => {
      throw new AppError("rate_limited", "handoff-ip", { retryAfterSeconds: 41 });
    };
    const request = urlencoded(card);
    const answer = await answerHandoff(request, readPageRequest(request), { ...door, takeBudget });
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
      429,
      "41",
      "text/html; charset=utf-8",
    ]);
    expect([asked.length, request.bodyUsed]).toEqual([0, false]);
  });
});
