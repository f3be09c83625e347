import { AppError } from "@/server/domain/errors";
import type { CardOffer, LinkDocument, LinkFace, LinkScene } from "@/server/domain/links/link-page";
import type { LinkVisit } from "@/server/entry/link/answers";
import { linkVisitOf } from "@/server/entry/link/link-visit";
import type { SubmitDoor } from "@/server/entry/link/submit";

/** What the tests of a link's doors share: a link, who comes to it, and doors that keep what they are told to show. */

export const token = "tok_".padEnd(43, "x");
export const now = new Date("2026-11-22T10:00:00.000Z");

export const face: LinkFace = {
  merchantName: "Çiçekçi",
  reference: 7n,
  payerName: "Ay** Yı****",
  description: null,
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
  face,
  progress: {
    amountKurus: 125_050n,
    startedAt: now,
    until: new Date("2026-11-22T10:30:00.000Z"),
    canGiveUpFrom: now,
    canPayAgain: true,
  },
} as const satisfies LinkScene;

/** Every scene in which a link is not to be paid. */
export const closedScenes: LinkScene[] = [
  waiting,
  { kind: "expired", face },
  { kind: "cancelled", face },
  { kind: "feature_off", face },
  { kind: "on_hold", face },
  { kind: "suspended", face },
];

export const html = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
export const json = { Accept: "application/json" };

const host = "127.0.0.1:3001";

export const posted = (
  path: string,
  fields: Record<string, string> | string[][],
  headers: Record<string, string> = html,
) => requestTo(path, { method: "POST", headers, body: new URLSearchParams(fields) });

export const requestTo = (path: string, init: RequestInit = {}) =>
  new Request(`http://${host}/l/${token}/${path}`, {
    ...init,
    headers: { host, ...html, ...(init.headers as Record<string, string>) },
  });

export const visitOf = (request: Request): LinkVisit => linkVisitOf(request, token);

/** A door with a budget of `quota` requests; keeps the documents that it shows. */
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

/** The code of an envelope, or what a page says is in the way. */
export const codeOf = async (answer: Response): Promise<string> => (await answer.json()).error.code;
