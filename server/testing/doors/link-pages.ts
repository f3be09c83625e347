import { renderLinkDocument } from "@/components/pay/render";
import type { LinkDocument, LinkPage, LinkProgress, LinkReceipt, LinkSummary } from "@/server/domain/links/link-page";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import { toPause } from "@/server/domain/payments/buyer-page";

// Pages of a payment link, for the tests of their texts.

export const token = "T".repeat(43);
export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
export const now = new Date("2026-11-20T11:30:00.000Z");
export const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

export const summary: LinkSummary = {
  merchantName: "İĞŞ <Çiçek> & Ortakları",
  logoId: null,
  reference: 1042n,
  ...noLinkTexts,
  payerName: "Ay** Yı****",
  description: "Mart <siparişi>",
  items: [
    { name: "Gül <b>", note: "24 dal", amountKurus: 100_000n },
    { name: "Vazo", note: null, amountKurus: 25_050n },
  ],
  amountKurus: 125_050n,
  customerShareBps: 10_000,
  expiresAt: later(24 * 60),
};

const receipt: LinkReceipt = {
  paymentCode: "pay_01M80JYX79FMCHMQT4B94NHKN3",
  paidAt: later(-30),
  amountKurus: 128_176n,
  shareKurus: 3_126n,
  installment: 3,
  maskedPan: "552879******0008",
  brand: "bonus",
  bank: "Garanti BBVA",
  moneyBack: null,
};

export const paid = (
  changed: Partial<LinkReceipt> = {},
  about: LinkSummary = summary,
  shopUrl: string | null = null,
): LinkPage => ({
  kind: "paid",
  summary: about,
  receipt: { ...receipt, ...changed },
  shopUrl,
});

export const inProgress = (changed: Partial<LinkProgress> = {}): LinkPage => ({
  kind: "in_progress",
  summary,
  progress: {
    amountKurus: 128_176n,
    startedAt: later(-1),
    until: later(29),
    canGiveUpFrom: later(1),
    canPayAgain: true,
    ...changed,
  },
});

export const failed = (code: string | null, declineReason: string | null = null): LinkPage => ({
  kind: "failed",
  summary,
  failure: { code, declineReason },
});

export const toBank: LinkPage = {
  kind: "bank",
  summary,
  form: {
    action: "https://bank.example/gate",
    fields: [
      ["pan", "5528790000000008"],
      ["oid", "1"],
      ["oid", "2"],
    ],
  },
  amountKurus: 128_176n,
  installment: 3,
  until: later(30),
};

/** One page of each kind and each variant, except the open page, which has its own tests. */
export const statePages: Readonly<Record<string, LinkPage>> = {
  waiting: inProgress(),
  "to be given up": inProgress({ canGiveUpFrom: now }),
  settling: inProgress({ canGiveUpFrom: null }),
  paid: paid(),
  voided: paid({ moneyBack: { kind: "voided", amountKurus: 128_176n } }),
  refunded: paid({ moneyBack: { kind: "refunded", amountKurus: 128_176n } }),
  "partly refunded": paid({ moneyBack: { kind: "partly_refunded", amountKurus: 5_000n } }),
  refused: failed(null),
  "3-D Secure failed": failed("three_ds_failed"),
  declined: failed("capture_declined", "insufficient_funds"),
  "given up": failed("abandoned"),
  expired: { kind: "expired", summary },
  cancelled: { kind: "cancelled", summary },
  "feature off": { kind: "feature_off", summary },
  "on hold": { kind: "on_hold", summary },
  suspended: { kind: "suspended", summary },
  bank: toBank,
  limit: { kind: "limit", summary },
  unknown: { kind: "unknown" },
  trouble: { kind: "trouble", summary, trouble: { name: "rate_limited" } },
  "cards paused": { kind: "trouble", summary, trouble: toPause(300) },
  "trouble before the link was read": { kind: "trouble", summary: null, trouble: { name: "internal_error" } },
};

/** Renders a page as it is shown, without the templates in other languages. */
export const render = async (page: LinkPage, changed: Partial<LinkDocument> = {}): Promise<string> =>
  removeTemplates(
    await renderLinkDocument({ page, token, language: "tr", now, traceId, nonce: "bm9uY2U=", ...changed }),
  );

/** Removes what a document holds for other languages only. */
export const removeTemplates = (html: string): string => html.replace(/<template.*?<\/template>/gs, "");

/** Returns the visible text of a page in one line, without the names of the other languages. */
export const readText = (html: string): string =>
  html
    .replace(/^.*<body>/s, "")
    .replace(/<details class="languages".*?<\/details>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
