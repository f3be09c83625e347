import { isSecretToken } from "@/server/domain/ids";
import type { CardOffer, LinkSummary } from "@/server/domain/links/link-page";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import { probeAccount, probeExpiry } from "@/server/domain/pages/probe";
import type { Ctx } from "@/server/usecases/ctx";

type ProbeState =
  | { readonly kind: "open"; readonly summary: LinkSummary }
  | { readonly kind: "expired"; readonly summary: LinkSummary };

/** Returns what the page of the probe's link shows (D-294); null for a token that is not the probe's. */
export function findProbeLinkState(ctx: Ctx, token: string): ProbeState | null {
  const now = ctx.clock.now();
  const secret = isSecretToken(token) ? ctx.pages.keys.findProbe(token, now) : null;
  if (secret === "link") return { kind: "open", summary: toProbeSummary(now, false) };
  return secret === "ended" ? { kind: "expired", summary: toProbeSummary(now, true) } : null;
}

/** Refuses a card that was posted to a link which is no row: the probe's link has ended for it, others do not exist. */
export function refuseUnknownLink(ctx: Ctx, token: string) {
  const state = findProbeLinkState(ctx, token);
  if (!state) return { kind: "unknown" } as const;
  return { kind: "state", state: { kind: "expired", summary: state.summary } } as const;
}

/** The single charge that the page of the probe's link offers to any card. */
export const toProbeOffer = (bin8: string): CardOffer => ({
  bin8,
  brand: null,
  family: null,
  bank: null,
  isClosed: false,
  options: [{ installmentCount: 1, shareKurus: 0n, totalKurus: probeAccount.amountKurus, isPayable: true }],
});

const toProbeSummary = (now: Date, hasEnded: boolean): LinkSummary => ({
  merchantName: probeAccount.merchantName,
  logoId: null,
  reference: probeAccount.reference,
  ...noLinkTexts,
  items: [{ name: probeAccount.item, note: null, amountKurus: probeAccount.amountKurus }],
  amountKurus: probeAccount.amountKurus,
  customerShareBps: 0,
  expiresAt: probeExpiry(now, hasEnded),
});
