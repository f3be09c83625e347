import { describe, expect, it } from "vitest";
import type { LinkScene } from "@/server/domain/links/link-page";
import {
  closedScenes,
  codeOf,
  face,
  html,
  json,
  offer,
  posted,
  testDoor,
  visitOf,
} from "@/server/testing/doors/link-door";
import { answerCard } from "./card";
import { answerOptions, type RenderOffer } from "./options";

const open: LinkScene = { kind: "open", face };

async function send(
  path: "card" | "options",
  bin: string | null,
  { scene = open, headers = html }: { scene?: LinkScene | null; headers?: Record<string, string> } = {},
) {
  const product = testDoor();
  const asked: string[] = [];
  const request = posted(path, { ...(bin !== null && { bin }), lang: "en" }, headers);
  const find = async () => scene;
  const offerFor = async (_: string, bin8: string) => {
    asked.push(bin8);
    if (scene === null) return null;
    const isPayable = scene.kind === "open" || scene.kind === "failed";
    return isPayable ? { kind: "offer" as const, scene, offer } : { kind: "scene" as const, scene };
  };
  const door = { ...product.door, find, offer: offerFor };
  const renderOffer: RenderOffer = async ({ language, ...shown }) =>
    `<fieldset lang="${language}">${Object.keys(shown)}</fieldset>`;
  const answer =
    path === "card"
      ? await answerCard(request, visitOf(request), door)
      : await answerOptions(request, visitOf(request), { ...door, renderOffer });
  return { ...product, answer, asked };
}

const entry = { offer: null, chosenCount: null, fields: {}, trouble: null };

describe("the first digits without a script", () => {
  it.each(["55287900", "5528 7900", "5528-7900"])(
    "200 the whole form with what the card is offered: %s",
    async (bin) => {
      const { answer, shown, asked } = await send("card", bin);
      expect([answer.status, asked]).toEqual([200, ["55287900"]]);
      expect(shown[0]?.page).toEqual({ kind: "open", face, entry: { ...entry, offer } });
      expect(shown[0]?.language).toBe("en");
    },
  );

  it("200 the form of a link whose last attempt failed", async () => {
    const failure = { code: "three_ds_failed", declineReason: null };
    const { answer, shown } = await send("card", "55287900", { scene: { kind: "failed", face, failure } });
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
  ])("400 the first step again: %s is %s", async (bin, what) => {
    const { answer, shown, asked } = await send("card", bin);
    expect([answer.status, asked]).toEqual([400, []]);
    expect(shown[0]?.page).toEqual({ kind: "open", face, entry: { ...entry, fields: { bin: what } } });
  });

  it("400 the envelope where no page is liked", async () => {
    const { answer } = await send("card", "1", { headers: json });
    expect([answer.status, await codeOf(answer)]).toEqual([400, "validation_error"]);
  });

  it.each(closedScenes)(
    "409 the page of where the link stands, whatever the digits: $kind",
    async (scene) => {
      for (const bin of ["55287900", "x"]) {
        const { answer, shown } = await send("card", bin, { scene });
        expect([answer.status, shown[0]?.page]).toEqual([409, scene]);
      }
    },
  );

  it.each(["55287900", "x"])("404 where no link has the token: %s", async (bin) => {
    const { answer, shown, budget } = await send("card", bin, { scene: null });
    expect([answer.status, shown[0]?.page, budget.forgotten]).toEqual([404, { kind: "unknown" }, 1]);
  });
});

describe("the script's question", () => {
  it("200 the part of the page that shows the options, in the page's language", async () => {
    const { answer, asked } = await send("options", "55287900");
    expect([answer.status, await answer.text()]).toEqual([200, '<fieldset lang="en">face,offer</fieldset>']);
    expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(asked).toEqual(["55287900"]);
  });

  it.each([null, "", "5528790", "5528790000000008"])("400 digits that are not eight: %s", async (bin) => {
    const { answer, asked } = await send("options", bin, { headers: { Accept: "*/*" } });
    expect([answer.status, await codeOf(answer), asked]).toEqual([400, "validation_error", []]);
  });

  it.each(closedScenes)("409 where the link is not to be paid: $kind", async (scene) => {
    expect((await send("options", "55287900", { scene })).answer.status).toBe(409);
  });

  it("404 where no link has the token, of which nothing is kept", async () => {
    const { answer, budget } = await send("options", "55287900", { scene: null });
    expect([answer.status, budget.forgotten]).toEqual([404, 1]);
  });
});
