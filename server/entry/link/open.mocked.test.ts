import { beforeEach, expect, test, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import type { LinkState } from "@/server/domain/links/link-page";
import { type RequestFacts, withRequest } from "@/server/request-store";
import { closedStates, summary, token } from "@/server/testing/doors/link-door";
import { silentLog, traceId } from "@/server/testing/doors/requests";
import { openLink } from "@/server/usecases/links/open-link";
import { noSuchPage, openLinkPage, unknownLinkPage } from "./open";

const world = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => world.context }));
vi.mock("@/server/usecases/links/open-link", () => ({ openLink: vi.fn() }));

const log = silentLog();
const clock = new FixedClock();
const found = (state: LinkState | null) => vi.mocked(openLink).mockResolvedValue(state);

beforeEach(() => {
  world.context = { clock, log };
  vi.mocked(openLink).mockReset();
});

async function openPage(
  over: Partial<RequestFacts> = {},
  headers: Record<string, string> = {},
  { wantsForm = false, to = token } = {},
) {
  const facts: RequestFacts = {
    sourceIp: "192.0.2.1",
    traceId,
    nonce: "n0nce",
    origin: "pay",
    method: "GET",
    target: `/l/${to}`,
    pageStatus: null,
    ...over,
  };
  const document = await withRequest(facts, () => openLinkPage(new Headers(headers), to, wantsForm));
  return { document, status: facts.pageStatus };
}

test("200 with an empty form, in the address's language and with the response's nonce", async () => {
  found({ kind: "open", summary });
  const { document, status } = await openPage({ target: `/l/${token}?lang=en` }, { "accept-language": "tr" });
  const entry = { offer: null, chosenCount: null, fields: {}, trouble: null };
  expect(document).toEqual({
    page: { kind: "open", summary, entry },
    token,
    language: "en",
    now: clock.now(),
    traceId,
    nonce: "n0nce",
  });
  expect(status).toBeNull();
});

test.each(closedStates)("200 with the page of the link's state: $kind", async (state) => {
  found(state);
  expect(await openPage({}, {}, { wantsForm: true })).toMatchObject({
    document: { page: state },
    status: null,
  });
});

test("200 with the page of an account that takes no payment, and the reason, where the amount limits leave nothing", async () => {
  found({ kind: "amount_outside_account_limits", summary });
  const page = { kind: "suspended", summary, reason: "amount_outside_account_limits" };
  expect(await openPage({}, {}, { wantsForm: true })).toMatchObject({ document: { page }, status: null });
});

test("200 with the failed attempt, and with the form when the buyer tries again", async () => {
  const failure = { code: "three_ds_failed", declineReason: null };
  found({ kind: "failed", summary, failure });
  expect((await openPage()).document.page).toEqual({ kind: "failed", summary, failure });
  expect((await openPage({}, {}, { wantsForm: true })).document.page.kind).toBe("open");
});

test("a browser's GET counts as an opening; HEAD, link previews and prefetches do not", async () => {
  found({ kind: "open", summary });
  await openPage();
  await openPage({ method: "HEAD" });
  await openPage({}, { "user-agent": "WhatsApp/2.23.20.0" });
  await openPage({}, { "sec-purpose": "prefetch" });
  const isOpening = vi.mocked(openLink).mock.calls.map(([, input]) => input.isOpening);
  expect(isOpening).toEqual([true, false, false, false]);
});

test("404 when no link has the token; a malformed token is not looked up", async () => {
  found(null);
  expect(await openPage()).toMatchObject({ document: { page: { kind: "unknown" }, token: "" }, status: 404 });
  expect(openLink).toHaveBeenCalledTimes(1);
  expect((await openPage({}, {}, { to: "garbled" })).status).toBe(404);
  expect(openLink).toHaveBeenCalledTimes(1);
});

test("500 with the trace id when the link cannot be read; the detail is only logged", async () => {
  vi.mocked(openLink).mockRejectedValue(new Error("no database"));
  const { document, status } = await openPage();
  const page = { kind: "trouble", summary: null, trouble: { name: "internal_error" } };
  expect([status, document.page, document.traceId]).toEqual([500, page, traceId]);
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("other addresses of the pay origin have their own pages", () => {
  expect(unknownLinkPage(new Headers()).page).toEqual({ kind: "unknown" });
  expect(noSuchPage(new Headers({ "accept-language": "en" }))).toMatchObject({
    page: { kind: "trouble", summary: null, trouble: { name: "not_found" } },
    language: "en",
  });
});
