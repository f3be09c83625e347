import { AppError } from "@/server/domain/errors";
import type { CardOffer, LinkDocument, LinkState, LinkSummary } from "@/server/domain/links/link-page";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { LinkRequest } from "@/server/entry/link/link-request";
import { readLinkRequest } from "@/server/entry/link/link-request";
import type { SubmitDoor } from "@/server/entry/link/submit";

// A link, requests to it, and handlers that record the documents they render, for the tests of a link's pages.

export const token = "tok_".padEnd(43, "x");
export const now = new Date("2026-11-22T10:00:00.000Z");

export const summary: LinkSummary = {
  merchantName: "Çiçekçi",
  logoId: null,
  reference: 7n,
  ...noLinkTexts,
  payerName: "Ay** Yı****",
  items: null,
  amountKurus: 125_050n,
  customerShareBps: 10_000,
  expiresAt: new Date("2026-11-29T10:00:00.000Z"),
};

export const offer: CardOffer = {
  bin8: "55287900",
  brand: "paraf",
  family: "credit",
  bank: "Halkbank",
  isClosed: false,
  options: [{ installmentCount: 1, shareKurus: 3126n, totalKurus: 128_176n, isPayable: true }],
};

export const waiting = {
  kind: "in_progress",
  summary,
  progress: {
    amountKurus: 125_050n,
    startedAt: now,
    until: new Date("2026-11-22T10:30:00.000Z"),
    canGiveUpFrom: now,
    canPayAgain: true,
  },
} as const satisfies LinkState;

/** Every state in which a link is not to be paid. */
export const closedStates: LinkState[] = [
  waiting,
  { kind: "expired", summary },
  { kind: "cancelled", summary },
  { kind: "feature_off", summary },
  { kind: "on_hold", summary },
  { kind: "suspended", summary },
];

export const html = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
export const json = { Accept: "application/json" };

const host = "127.0.0.1:3001";

export const postRequest = (
  path: string,
  fields: Record<string, string> | string[][],
  headers: Record<string, string> = html,
) => buildRequest(path, { method: "POST", headers, body: new URLSearchParams(fields) });

export const buildRequest = (path: string, init: RequestInit = {}) =>
  new Request(`http://${host}/l/${token}/${path}`, {
    ...init,
    headers: { host, ...html, ...(init.headers as Record<string, string>) },
  });

export const toLinkRequest = (request: Request): LinkRequest => readLinkRequest(request, token);

/** Creates a handler with a budget of `quota` requests, which records the documents that it renders. */
export function testDoor(quota = 10) {
  const shown: LinkDocument[] = [];
  const lines: unknown[] = [];
  const budget = { taken: 0, forgotten: 0 };
  const log = (line: unknown) => void lines.push(line);
  const door: SubmitDoor = {
    budget: {
      async take() {
        budget.taken += 1;
        if (budget.taken > quota) throw new AppError("rate_limited", "test", { retryAfterSeconds: 42 });
      },
      async forget() {
        budget.forgotten += 1;
      },
    },
    render: async (document) => {
      shown.push(document);
      return `<!doctype html>${document.page.kind}`;
    },
    log: { info: log, warn: log, error: log },
    now: () => now,
  };
  return { door, shown, lines, budget };
}

/** Reads the error code of an answer. */
export const readErrorCode = async (answer: Response): Promise<string> => (await answer.json()).error.code;
