import { beforeEach, expect, test, vi } from "vitest";
import { FixedClock } from "@/server/domain/clock";
import type { LinkScene } from "@/server/domain/links/link-page";
import { type RequestFacts, withRequest } from "@/server/request-store";
import { closedScenes, face, token } from "@/server/testing/doors/link-door";
import { silentLog, traceId } from "@/server/testing/doors/requests";
import { openLink } from "@/server/usecases/links/open-link";
import { noSuchPage, openLinkPage, unknownLinkPage } from "./open";

const world = vi.hoisted(() => ({ context: {} as Record<string, unknown> }));
vi.mock("@/server/context", () => ({ getContext: () => world.context }));
vi.mock("@/server/usecases/links/open-link", () => ({ openLink: vi.fn() }));

const log = silentLog();
const clock = new FixedClock();
const found = (scene: LinkScene | null) => vi.mocked(openLink).mockResolvedValue(scene);

beforeEach(() => {
  world.context = { clock, log };
  vi.mocked(openLink).mockReset();
});

async function visit(
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

test("200 the open page with an empty form, in the address's language, with the response's own nonce", async () => {
  found({ kind: "open", face });
  const { document, status } = await visit({ target: `/l/${token}?lang=en` }, { "accept-language": "tr" });
  const entry = { offer: null, chosenCount: null, fields: {}, trouble: null };
  expect(document).toEqual({
    page: { kind: "open", face, entry },
    token,
    language: "en",
    now: clock.now(),
    traceId,
    nonce: "n0nce",
  });
  expect(status).toBeNull();
});

test.each(closedScenes)("200 the page of where the link stands: $kind", async (scene) => {
  found(scene);
  expect(await visit({}, {}, { wantsForm: true })).toMatchObject({ document: { page: scene }, status: null });
});

test("200 a failed attempt, and its form where the buyer wants to try again", async () => {
  const failure = { code: "three_ds_failed", declineReason: null };
  found({ kind: "failed", face, failure });
  expect((await visit()).document.page).toEqual({ kind: "failed", face, failure });
  expect((await visit({}, {}, { wantsForm: true })).document.page.kind).toBe("open");
});

test("a GET of a browser opens the link; HEAD, previews and what is fetched in advance do not", async () => {
  found({ kind: "open", face });
  await visit();
  await visit({ method: "HEAD" });
  await visit({}, { "user-agent": "WhatsApp/2.23.20.0" });
  await visit({}, { "sec-purpose": "prefetch" });
  const isOpening = vi.mocked(openLink).mock.calls.map(([, input]) => input.isOpening);
  expect(isOpening).toEqual([true, false, false, false]);
});

test("404 where no link has the token; what cannot be a token is not even looked for", async () => {
  found(null);
  expect(await visit()).toMatchObject({ document: { page: { kind: "unknown" }, token: "" }, status: 404 });
  expect(openLink).toHaveBeenCalledTimes(1);
  expect((await visit({}, {}, { to: "garbled" })).status).toBe(404);
  expect(openLink).toHaveBeenCalledTimes(1);
});

test("500 with an identifier to quote where the link cannot be read, told to the log alone", async () => {
  vi.mocked(openLink).mockRejectedValue(new Error("no database"));
  const { document, status } = await visit();
  const page = { kind: "trouble", face: null, trouble: { name: "internal_error" } };
  expect([status, document.page, document.traceId]).toEqual([500, page, traceId]);
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("addresses beside those of links have pages of their own", () => {
  expect(unknownLinkPage(new Headers()).page).toEqual({ kind: "unknown" });
  expect(noSuchPage(new Headers({ "accept-language": "en" }))).toMatchObject({
    page: { kind: "trouble", face: null, trouble: { name: "not_found" } },
    language: "en",
  });
});
