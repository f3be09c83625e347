import { describe, expect, it } from "vitest";
import type { LinkState } from "@/server/domain/links/link-page";
import {
  closedStates,
  html,
  json,
  offer,
  postRequest,
  readErrorCode,
  summary,
  testDoor,
  toLinkRequest,
} from "@/server/testing/doors/link-door";
import { answerCard } from "./card";
import { answerOptions, type RenderOffer } from "./options";

const open: LinkState = { kind: "open", summary };

async function send(
  path: "card" | "options",
  bin: string | null,
  { state = open, headers = html }: { state?: LinkState | null; headers?: Record<string, string> } = {},
) {
  const product = testDoor();
  const asked: string[] = [];
  const request = postRequest(path, { ...(bin !== null && { bin }), lang: "en" }, headers);
  const find = async () => state;
  const offerFor = async (_: string, bin8: string) => {
    asked.push(bin8);
    if (state === null) return null;
    const isPayable = state.kind === "open" || state.kind === "failed";
    return isPayable ? { kind: "offer" as const, state, offer } : { kind: "state" as const, state };
  };
  const door = { ...product.door, find, offer: offerFor };
  const renderOffer: RenderOffer = async ({ language, ...shown }) =>
    `<fieldset lang="${language}">${Object.keys(shown)}</fieldset>`;
  const answer =
    path === "card"
      ? await answerCard(request, toLinkRequest(request), door)
      : await answerOptions(request, toLinkRequest(request), { ...door, renderOffer });
  return { ...product, answer, asked };
}

const entry = { offer: null, chosenCount: null, fields: {}, trouble: null };

describe("POST card, the first step without a script", () => {
  it.each(["55287900", "5528 7900", "5528-7900"])("200 with the whole form and the card's options: %s", async (bin) => {
    const { answer, shown, asked } = await send("card", bin);
    expect([answer.status, asked]).toEqual([200, ["55287900"]]);
    expect(shown[0]?.page).toEqual({ kind: "open", summary, entry: { ...entry, offer } });
    expect(shown[0]?.language).toBe("en");
  });

  it("200 with the form for a link whose last attempt failed", async () => {
    const failure = { code: "three_ds_failed", declineReason: null };
    const { answer, shown } = await send("card", "55287900", { state: { kind: "failed", summary, failure } });
    expect([answer.status, shown[0]?.page.kind]).toEqual([200, "open"]);
  });

  it.each([
    [null, "missing"],
    ["", "missing"],
    ["  ", "missing"],
    ["5528790", "wrong"],
    ["5528790000000008", "wrong"],
    ["５５２８７９００", "wrong"],
    ["5528790x", "wrong"],
  ])("400 with the first step again: %s is %s", async (bin, what) => {
    const { answer, shown, asked } = await send("card", bin);
    expect([answer.status, asked]).toEqual([400, []]);
    expect(shown[0]?.page).toEqual({ kind: "open", summary, entry: { ...entry, fields: { bin: what } } });
  });

  it("400 with the envelope where no page is preferred", async () => {
    const { answer } = await send("card", "1", { headers: json });
    expect([answer.status, await readErrorCode(answer)]).toEqual([400, "validation_error"]);
  });

  it.each(closedStates)("409 with the page of the link's state, for valid and invalid digits: $kind", async (state) => {
    for (const bin of ["55287900", "x"]) {
      const { answer, shown } = await send("card", bin, { state });
      expect([answer.status, shown[0]?.page]).toEqual([409, state]);
    }
  });

  it.each(["55287900", "x"])("404 when no link has the token: %s", async (bin) => {
    const { answer, shown, budget } = await send("card", bin, { state: null });
    expect([answer.status, shown[0]?.page, budget.forgotten]).toEqual([404, { kind: "unknown" }, 1]);
  });
});

describe("POST options, by the script", () => {
  it("200 with the part of the page that shows the options, in the page's language", async () => {
    const { answer, asked } = await send("options", "55287900");
    expect([answer.status, await answer.text()]).toEqual([200, '<fieldset lang="en">summary,offer</fieldset>']);
    expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(asked).toEqual(["55287900"]);
  });

  it.each([null, "", "5528790", "5528790000000008"])("400 when the digits are not eight: %s", async (bin) => {
    const { answer, asked } = await send("options", bin, { headers: { Accept: "*/*" } });
    expect([answer.status, await readErrorCode(answer), asked]).toEqual([400, "validation_error", []]);
  });

  it.each(closedStates)("409 when the link cannot be paid: $kind", async (state) => {
    expect((await send("options", "55287900", { state })).answer.status).toBe(409);
  });

  it("404 when no link has the token, whose count is deleted", async () => {
    const { answer, budget } = await send("options", "55287900", { state: null });
    expect([answer.status, budget.forgotten]).toEqual([404, 1]);
  });
});
