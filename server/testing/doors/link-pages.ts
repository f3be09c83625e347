import { renderLinkDocument } from "@/components/pay/render";
import type {
  LinkDocument,
  LinkFace,
  LinkPage,
  LinkProgress,
  LinkReceipt,
} from "@/server/domain/links/link-page";

/** Pages of a payment link for the tests of what they say. */

export const token = "T".repeat(43);
export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
export const now = new Date("2026-11-20T11:30:00.000Z");
export const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

export const face: LinkFace = {
  merchantName: "İĞŞ <Çiçek> & Ortakları",
  reference: 1042n,
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
  about: LinkFace = face,
  shopUrl: string | null = null,
): LinkPage => ({
  kind: "paid",
  face: about,
  receipt: { ...receipt, ...changed },
  shopUrl,
});

export const inProgress = (changed: Partial<LinkProgress> = {}): LinkPage => ({
  kind: "in_progress",
  face,
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
  face,
  failure: { code, declineReason },
});

export const toBank: LinkPage = {
  kind: "bank",
  face,
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

/** One of each kind, and of each that looks different; the open page has tests of its own. */
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
  expired: { kind: "expired", face },
  cancelled: { kind: "cancelled", face },
  "feature off": { kind: "feature_off", face },
  "on hold": { kind: "on_hold", face },
  suspended: { kind: "suspended", face },
  bank: toBank,
  limit: { kind: "limit", face },
  unknown: { kind: "unknown" },
  trouble: { kind: "trouble", face, trouble: { name: "rate_limited" } },
  "trouble before the link was read": { kind: "trouble", face: null, trouble: { name: "internal_error" } },
};

export const render = (page: LinkPage, changed: Partial<LinkDocument> = {}): Promise<string> =>
  renderLinkDocument({ page, token, language: "tr", now, traceId, nonce: "bm9uY2U=", ...changed });

/** What a reader sees, without tags, in one line. */
export const textOf = (html: string): string =>
  html
    .replace(/^.*<body>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
