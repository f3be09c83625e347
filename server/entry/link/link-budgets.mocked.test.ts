import { beforeEach, describe, expect, it, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import { noTelemetry } from "@/server/domain/telemetry";
import { processGlobal } from "@/server/process-global";
import { withRequest } from "@/server/request-store";
import { buildRequest, offer, postRequest, summary, token, waiting } from "@/server/testing/doors/link-door";
import { silentLog, traceId } from "@/server/testing/doors/requests";
import { findLinkOffer } from "@/server/usecases/links/buyer-queries";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { openLink } from "@/server/usecases/links/open-link";
import { startLinkPayment } from "@/server/usecases/links/start-link-payment";
import { rateLimits } from "../limits/rate-limits";
import { handleCard } from "./card";
import { handleGiveUp } from "./give-up";
import { handleOptions } from "./options";
import { handlePay } from "./pay";
import { handleQr } from "./qr";
import { handleStatus } from "./status";

const world = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => world.context }));
vi.mock("@/server/usecases/links/buyer-queries", () => ({ findLinkOffer: vi.fn() }));
vi.mock("@/server/usecases/links/give-up-attempt", () => ({ giveUpAttempt: vi.fn() }));
vi.mock("@/server/usecases/links/open-link", () => ({ openLink: vi.fn() }));
vi.mock("@/server/usecases/links/start-link-payment", () => ({ startLinkPayment: vi.fn() }));

const open = { kind: "open", summary } as const;
const otherToken = "tok_".padEnd(43, "y");
const html = async () => "<!doctype html>";

beforeEach(() => {
  processGlobal("rateLimits").value = undefined;
  world.context = {
    env: { redisUrl: undefined, rateLimitMultiplier: 1 },
    clock: new FixedClock(),
    log: silentLog(),
    origins: { pay: "https://pay.example" },
    telemetry: noTelemetry,
  };
  vi.mocked(findLinkOffer).mockReset().mockResolvedValue({ kind: "offer", state: open, offer });
  vi.mocked(giveUpAttempt).mockReset().mockResolvedValue(waiting);
  vi.mocked(openLink).mockReset().mockResolvedValue(open);
  vi.mocked(startLinkPayment).mockReset().mockResolvedValue({ kind: "limit", summary });
});

interface From {
  readonly ip?: string;
  readonly to?: string;
}

/** Runs work with the facts that the product's own server sets for a request. */
function within<T>(request: Request, ip: string, work: () => T): T {
  const { method, url } = request;
  const facts = { sourceIp: ip, traceId, nonce: "n0nce", origin: "pay", pageStatus: null } as const;
  return withRequest({ ...facts, method, target: new URL(url).pathname }, work);
}

async function send(part: "pay" | "give-up" | "card" | "options", { ip = "192.0.2.1", to = token }: From = {}) {
  const request = postRequest(part, { bin: "55287900" });
  return within(request, ip, () => {
    if (part === "pay") return handlePay(request, to, html);
    if (part === "give-up") return handleGiveUp(request, to, html);
    return part === "card" ? handleCard(request, to, html) : handleOptions(request, to, html, html);
  });
}

describe("the budgets of a link (D-8)", () => {
  it("429 for the 11th submit in a minute from one address, to pay or to give up; other addresses and links are not affected", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await send("pay", { ip: "2001:db8::1" })).status).toBe(422);
      expect((await send("give-up", { ip: "2001:db8::2" })).status).toBe(303);
    }
    for (const part of ["pay", "give-up"] as const) {
      const { status, headers } = await send(part, { ip: "2001:db8::3" });
      expect(status, part).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([startLinkPayment, giveUpAttempt].map((asked) => vi.mocked(asked).mock.calls.length)).toEqual([5, 5]);
    expect((await send("pay", { ip: "2001:db8:0:1::1" })).status, "another address").toBe(422);
    expect((await send("pay", { ip: "2001:db8::1", to: otherToken })).status, "another link").toBe(422);
    expect((await send("card", { ip: "2001:db8::1" })).status, "look-ups have a budget of their own").toBe(200);
  });

  it("429 for the 31st card look-up on one link in a minute, from any address; other links are not affected", async () => {
    for (let n = 0; n < 15; n += 1) {
      expect((await send("card", { ip: `192.0.2.${n}` })).status).toBe(200);
      expect((await send("options", { ip: `198.51.100.${n}` })).status).toBe(200);
    }
    for (const part of ["card", "options"] as const) {
      expect((await send(part, { ip: "203.0.113.1" })).status, part).toBe(429);
    }
    expect(findLinkOffer).toHaveBeenCalledTimes(30);
    expect((await send("options", { to: otherToken })).status, "another link").toBe(200);
    expect((await send("pay")).status, "submits have a budget of their own").toBe(422);
  });

  it("404 for any number of requests with a token that no link has, whose count is deleted", async () => {
    vi.mocked(startLinkPayment).mockResolvedValue({ kind: "unknown" });
    vi.mocked(findLinkOffer).mockResolvedValue(null);
    for (let n = 0; n < 31; n += 1) {
      expect([(await send("pay")).status, (await send("options")).status]).toEqual([404, 404]);
    }
  });

  it("counts by a subject that does not contain the token", async () => {
    const take = vi.spyOn(rateLimits(), "take");
    for (const part of ["pay", "give-up", "card", "options"] as const) await send(part);
    expect(take.mock.calls.map(([policy]) => policy)).toEqual(["pay-submit", "pay-submit", "pay-bin", "pay-bin"]);
    expect(JSON.stringify(take.mock.calls)).not.toContain(token);
  });
});

it("status, QR code and a card's first digits do not count as an opening (D-9)", async () => {
  const digits = postRequest("card", { bin: "x" });
  const answers = [
    await within(buildRequest("status"), "192.0.2.1", () => handleStatus(buildRequest("status"), token)),
    await within(buildRequest("qr.svg"), "192.0.2.1", () => handleQr(buildRequest("qr.svg"), token, html)),
    await within(digits, "192.0.2.1", () => handleCard(digits, token, html)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  const isOpening = vi.mocked(openLink).mock.calls.map(([, input]) => input.isOpening);
  expect(isOpening).toEqual([false, false, false]);
});
