import { describe, expect, it } from "vitest";
import type { LinkState } from "@/server/domain/links/link-page";
import {
  buildRequest,
  html,
  now,
  postRequest,
  readErrorCode,
  summary,
  testDoor,
  token,
  toLinkRequest,
  waiting,
} from "@/server/testing/doors/link-door";
import type { FoundLinkResult } from "@/server/usecases/links/buyer-queries";
import { answerGiveUp } from "./give-up";
import { readLinkRequest } from "./link-request";
import { answerResult } from "./result";
import { answerStatus } from "./status";

describe("status, for a waiting page", () => {
  const ask = (state: LinkState | null | Error, init: RequestInit = {}, to = token) => {
    const { door } = testDoor();
    const find = async () => {
      if (state instanceof Error) throw state;
      return state;
    };
    return answerStatus(buildRequest("status", init), to, { find, log: door.log, now: () => now });
  };

  it("200 names what the link's page would show now, and forbids caching", async () => {
    const answer = await ask(waiting);
    expect([answer.status, await answer.json()]).toEqual([200, { shown: "in_progress_can_give_up" }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await (await ask({ kind: "expired", summary })).json()).toEqual({ shown: "expired" });
  });

  it("200 HEAD without a body", async () => {
    const answer = await ask(waiting, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  it("404 when no link has the token, and for a malformed token", async () => {
    for (const answer of [await ask(null), await ask(waiting, {}, "x")]) {
      expect([answer.status, await readErrorCode(answer)]).toEqual([404, "payment_link_not_found"]);
    }
  });

  it("405 for other methods and 500 for an unexpected error, always as JSON", async () => {
    const posting = await ask(waiting, { method: "POST" });
    expect([posting.status, posting.headers.get("allow"), await readErrorCode(posting)]).toEqual([
      405,
      "GET, HEAD",
      "method_not_allowed",
    ]);
    const broken = await ask(new Error("down"));
    expect([broken.status, await readErrorCode(broken)]).toEqual([500, "internal_error"]);
  });
});

describe("give-up", () => {
  const give = async (state: LinkState | null) => {
    const product = testDoor();
    const request = postRequest("give-up", { lang: "en" });
    const asked: string[] = [];
    const answer = await answerGiveUp(request, toLinkRequest(request), {
      ...product.door,
      giveUp: async (sought) => {
        asked.push(sought);
        return state;
      },
    });
    return { ...product, answer, asked };
  };

  it.each([{ kind: "failed", summary, failure: { code: "abandoned", declineReason: null } }, waiting] as LinkState[])(
    "303 to the link's page in every outcome: $kind",
    async (state) => {
      const { answer, asked, budget } = await give(state);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/l/${token}?lang=en`]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect([asked, budget]).toEqual([[token], { taken: 1, forgotten: 0 }]);
    },
  );

  it("404 when no link has the token", async () => {
    const { answer, shown } = await give(null);
    expect([answer.status, shown[0]?.page]).toEqual([404, { kind: "unknown" }]);
  });
});

describe("result, after the return from the bank", () => {
  const come = async (
    found: FoundLinkResult | null | Error,
    init: RequestInit = {},
    query = "?lang=en",
    to = token,
  ) => {
    const product = testDoor();
    const request = buildRequest(`result${query}`, { headers: html, ...init });
    const find = async () => {
      if (found instanceof Error) throw found;
      return found;
    };
    const visit = readLinkRequest(request, to);
    return { ...product, answer: await answerResult(request, visit, { ...product.door, find }) };
  };

  it("200 with a page that waits while the outcome is unknown", async () => {
    const { answer, shown } = await come({ kind: "waiting", state: waiting });
    expect([answer.status, shown[0]?.page, shown[0]?.language]).toEqual([200, waiting, "en"]);
    const head = await come({ kind: "waiting", state: waiting }, { method: "HEAD" });
    expect([head.answer.status, await head.answer.text()]).toEqual([200, ""]);
  });

  it("303 to the merchant's page of the outcome", async () => {
    const url = "https://shop.example/x/payment/success?a=1";
    const { answer } = await come({ kind: "redirect", url });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, url]);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("303 to the link's own page, in the language of the request", async () => {
    expect((await come({ kind: "here" })).answer.headers.get("location")).toBe(`/l/${token}?lang=en`);
    expect((await come({ kind: "here" }, {}, "")).answer.headers.get("location")).toBe(`/l/${token}?lang=tr`);
  });

  it("404 for a malformed token, which is not looked up", async () => {
    const { answer, shown } = await come(new Error("looked for"), {}, "", "x");
    expect([answer.status, shown[0]?.page]).toEqual([404, { kind: "unknown" }]);
  });

  it("404, 405 and 500 are pages", async () => {
    const answers = [await come(null), await come(null, { method: "POST" }), await come(new Error("down"))];
    expect(answers.map(({ answer }) => answer.status)).toEqual([404, 405, 500]);
    expect(answers.map(({ shown }) => shown[0]?.page.kind)).toEqual(["unknown", "trouble", "trouble"]);
  });
});
