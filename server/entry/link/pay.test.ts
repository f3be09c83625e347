import { describe, expect, it } from "vitest";
import type { CardEntry, LinkBankPage, LinkPage } from "@/server/domain/links/link-page";
import {
  closedStates,
  html,
  json,
  now,
  offer,
  postRequest,
  readErrorCode,
  summary,
  testDoor,
  token,
  toLinkRequest,
  waiting,
} from "@/server/testing/doors/link-door";
import type { StartedLinkPayment, StartLinkPaymentInput } from "@/server/usecases/links/start-link-payment";
import { answerPay, type PayDoor } from "./pay";

const card = { pan: "5528 7900 0000 0008", expireMonth: "12", expireYear: "30", cv2: "123" };
const until = new Date("2026-11-22T10:30:00.000Z");
const form = { action: "https://bank.example:8443/gate?x=1", fields: [["pan", "5528"]] as const };
const toBank = { summary, form, amountKurus: 128_176n, installment: 3, until } as const;

async function send(
  fields: Record<string, string>,
  started: StartedLinkPayment | LinkBankPage = toBank,
  headers: Record<string, string> = html,
) {
  const asked: StartLinkPaymentInput[] = [];
  const product = testDoor();
  const request = postRequest("pay", fields, headers);
  const answer = await answerPay(request, toLinkRequest(request), {
    ...product.door,
    start: async (input) => {
      asked.push(input);
      return "kind" in started ? started : { kind: "form", answer: await input.present(started) };
    },
  });
  return { ...product, answer, asked };
}

const refused = (over: Partial<Extract<StartedLinkPayment, { kind: "refused" }>>): StartedLinkPayment => ({
  kind: "refused",
  code: "validation_error",
  summary,
  trouble: null,
  offer,
  chosenCount: 3,
  fields: {},
  ...over,
});

describe("a card", () => {
  it("200 with the form to the bank, also where JSON is preferred; the policy allows forms to the bank only", async () => {
    const { answer, shown } = await send(card, toBank, json);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toContain("form-action https://bank.example:8443;");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(shown).toEqual([expect.objectContaining({ page: { kind: "bank", ...toBank }, token, now, language: "tr" })]);
  });

  it("has its whole page made before it is handed out, and none of it is answered where that fails (D-340)", async () => {
    const { door, shown } = testDoor();
    const request = postRequest("pay", card, html);
    const start: PayDoor["start"] = async (input) => {
      expect(await (await input.present(toBank)).text()).toContain("bank");
      return { kind: "state", state: waiting };
    };
    const answer = await answerPay(request, toLinkRequest(request), { ...door, start });
    expect([answer.status, shown.map(({ page }) => page.kind)]).toEqual([409, ["bank", "in_progress"]]);
  });

  it("reaches the use-case whole and wrapped, with the choice, the total that was shown, and the buyer's address", async () => {
    const { asked } = await send({ ...card, choice: "3-128176", bin: "55287900", lang: "en", again: "1" });
    const [input] = asked;
    expect(input).toMatchObject({
      token,
      installmentCount: 3,
      seenTotalKurus: 128_176n,
      bin8: "55287900",
      language: "en",
      buyerIp: "unknown",
    });
    expect([input?.raw.pan.reveal(), input?.raw.cv2.reveal()]).toEqual([card.pan, card.cv2]);
    expect(JSON.stringify([input?.raw.expireMonth, input?.raw.expireYear])).toBe('["12","30"]');
  });

  it("reaches the use-case without a choice when none was sent, and with empty fields when there are none", async () => {
    const { asked } = await send({});
    expect(asked[0]).toMatchObject({ installmentCount: null, seenTotalKurus: null, bin8: null });
    expect(asked[0]?.raw.pan.reveal()).toBe("");
  });
});

describe("a value that no page of the product sends is refused before the use-case", () => {
  it.each([
    ["choice", "3"],
    ["choice", "3-"],
    ["choice", "-3-100"],
    ["choice", "3-128176 "],
    ["choice", "9999999999-1"],
    ["choice", "1-9999999999999999"],
    ["bin", "5528790"],
    ["bin", "5528790000000008"],
    ["bin", "５５２８７９００"],
  ])("400 %s: %s", async (name, value) => {
    const { answer, asked } = await send({ ...card, [name]: value }, toBank, json);
    const { error } = await answer.json();
    expect([answer.status, error.code, asked.length]).toEqual([400, "validation_error", 0]);
    expect(error.message).toBe(`${name}: is not valid`);
  });
});

describe("a refusal", () => {
  it.each([
    ["validation_error", 400, null],
    ["payment_declined", 422, { name: "payment_declined", declineReason: "insufficient_funds" }],
    ["virtual_pos_card_type_not_supported", 422, { name: "virtual_pos_card_type_not_supported" }],
    ["installment_not_allowed", 422, { name: "over_bound" }],
  ] as const)("shows the form again with the status of its code: %s", async (code, status, trouble) => {
    const entry: CardEntry = { offer, chosenCount: 3, fields: { pan: "wrong" }, trouble };
    const { answer, shown, lines } = await send(card, refused({ code, ...entry }));
    expect(answer.status).toBe(status);
    expect(shown[0]?.page).toEqual({ kind: "open", summary, entry });
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(JSON.stringify([lines, shown[0]?.page.kind])).not.toMatch(/5528 ?7900 ?0000/);
  });

  it("422 with the envelope where no page is preferred", async () => {
    const { answer, shown } = await send(card, refused({ code: "payment_declined" }), json);
    expect([answer.status, await readErrorCode(answer), shown.length]).toEqual([422, "payment_declined", 0]);
  });

  it("429 with the seconds to wait while cards are paused, as a page and as the envelope (D-290)", async () => {
    const started = { kind: "cooling", summary, retryAfterSeconds: 121 } as const;
    const { answer, shown } = await send(card, started);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "121"]);
    expect(shown[0]?.page).toEqual({ kind: "trouble", summary, trouble: { name: "cards_paused", waitMinutes: 3 } });
    const { answer: envelope } = await send(card, started, json);
    expect([envelope.status, envelope.headers.get("retry-after")]).toEqual([429, "121"]);
    expect(await readErrorCode(envelope)).toBe("rate_limited");
  });

  it("422 with the page without details at a limit, also where JSON is preferred", async () => {
    const { answer, shown } = await send(card, { kind: "limit", summary }, json);
    expect([answer.status, await answer.text()]).toEqual([422, "<!doctype html>limit"]);
    expect(shown[0]?.page).toEqual({ kind: "limit", summary } satisfies LinkPage);
  });

  it.each(closedStates)("409 with the page of the link's state: $kind", async (state) => {
    const { answer, shown } = await send(card, { kind: "state", state }, json);
    expect([answer.status, shown[0]?.page]).toEqual([409, state]);
  });

  it("409 with the page of an account that takes no payment, and the reason, where the amount limits leave nothing", async () => {
    const state = { kind: "amount_outside_account_limits", summary } as const;
    const { answer, shown } = await send(card, { kind: "state", state }, json);
    const page: LinkPage = { kind: "suspended", summary, reason: "amount_outside_account_limits" };
    expect([answer.status, shown[0]?.page]).toEqual([409, page]);
  });

  it("404 when no link has the token, whose count is deleted", async () => {
    const { answer, shown, budget } = await send(card, { kind: "unknown" });
    expect([answer.status, shown[0]?.page]).toEqual([404, { kind: "unknown" }]);
    expect(budget).toEqual({ taken: 1, forgotten: 1 });
  });
});
