import { declineReasons } from "@/server/domain/banks/decline";
import { errorCodes } from "@/server/domain/errors";
import type { CardEntry, CardOffer, LinkOption, LinkPage, LinkTrouble } from "@/server/domain/links/link-page";
import {
  type BuyerPage,
  type BuyerPayment,
  type Trouble,
  type TroubleName,
  toPause,
} from "@/server/domain/payments/buyer-page";
import type { CardFieldErrors } from "@/server/domain/payments/card-form";
import { failed, inProgress, later, now, paid, statePages, summary } from "./link-pages";

// Every page that a buyer can see: one of each kind, and the variants that only differ in their sentences.

const paymentRef = "R".repeat(43);

const payment: BuyerPayment = {
  merchantName: "İĞŞ <Çiçek> & Ortakları",
  amountKurus: 125_050n,
  installment: 1,
  expiresAt: now,
  backUrl: "https://shop.example/done?x=1",
};

const troubleNames: readonly TroubleName[] = [...errorCodes, "return_refused", "return_unknown", "return_failed"];

const inThree = { ...payment, amountKurus: 128_176n, installment: 3 };

/** Combinations that show each error of each field once. */
const fieldErrors: readonly CardFieldErrors[] = (["missing", "wrong", "past"] as const).map((problem) => ({
  pan: problem,
  expireMonth: problem,
  expireYear: problem,
  cv2: problem,
}));

const cardPage = (trouble?: Trouble, about: BuyerPayment = payment): BuyerPage => ({
  kind: "card",
  payment: about,
  paymentRef,
  ...(trouble && { trouble }),
});

const declines: readonly Trouble[] = [
  { name: "virtual_pos_card_type_not_supported" },
  ...[undefined, ...declineReasons].map((declineReason) => ({
    name: "payment_declined" as const,
    ...(declineReason && { declineReason }),
  })),
];

type Named<Page> = readonly (readonly [name: string, page: Page])[];

/** One page of each kind of the card handoff, with a name for each. */
export const handoffPages: Named<BuyerPage> = [
  ["card", cardPage()],
  ["card in unequal installments", cardPage(undefined, inThree)],
  ["card with wrong fields", { ...cardPage(), fields: { pan: "wrong", cv2: "missing" } } as BuyerPage],
  ["card after a decline", cardPage({ name: "payment_declined", declineReason: "insufficient_funds" })],
  ["bank", { kind: "bank", payment: inThree, form: { action: "https://bank.example/gate", fields: [["pan", "1"]] } }],
  ["limit", { kind: "limit", payment, paymentRef }],
  ["trouble", { kind: "trouble", payment, trouble: { name: "payment_ref_expired" }, paymentRef }],
  ["cards paused", { kind: "trouble", payment, trouble: toPause(300), paymentRef }],
  ["trouble before the form was read", { kind: "trouble", payment: null, trouble: { name: "payload_too_large" } }],
];

/** The other sentences of these pages. */
export const handoffVariants: Named<BuyerPage> = [
  ["card in equal installments", cardPage(undefined, { ...inThree, amountKurus: 120_000n })],
  ...fieldErrors.map((fields) => [`card with ${fields.pan} fields`, { ...cardPage(), fields } as BuyerPage] as const),
  ["card after a bank out of reach", cardPage({ name: "virtual_pos_inactive", isBankUnreachable: true })],
  ...declines.map(
    (trouble) => [`card after ${trouble.name} ${trouble.declineReason ?? ""}`, cardPage(trouble)] as const,
  ),
  ...(["card_not_eligible", "count_not_offered"] as const).flatMap((why) =>
    [payment, inThree].map(
      (about) =>
        [
          `card after ${why} of ${about.installment}`,
          cardPage({ name: "installment_not_allowed", why }, about),
        ] as const,
    ),
  ),
  ...troubleNames.map(
    (name) => [`trouble ${name}`, { kind: "trouble", payment, trouble: { name }, paymentRef }] as const,
  ),
];

const option = (installmentCount: number, shareKurus: bigint, isPayable = true): LinkOption => ({
  installmentCount,
  shareKurus,
  totalKurus: summary.amountKurus + shareKurus,
  isPayable,
});
const credit: CardOffer = {
  bin8: "55287900",
  brand: "bonus",
  family: "credit",
  bank: "Garanti BBVA",
  isClosed: false,
  options: [option(1, 313n), option(3, 1563n), option(6, 100n), option(9, 313n), option(12, 9_000n, false)],
};
const unknownCard = { ...credit, brand: null, bank: null };
const offers: Readonly<Record<string, CardOffer>> = {
  "a credit card": credit,
  "a card without a single charge": { ...credit, options: [option(3, 1563n)] },
  "an unknown card": unknownCard,
  ...Object.fromEntries(
    (["debit", "prepaid", "foreign"] as const).map((family) => [
      `a ${family} card`,
      { ...unknownCard, family, options: [option(1, 0n)] },
    ]),
  ),
  "a card that is not accepted": { ...credit, options: [] },
  "a card over the maximum": { ...credit, options: [option(1, 1n, false)] },
  "a card outside the account's limits": { ...credit, options: [], reason: "amount_outside_account_limits" },
  "a closed link": { ...credit, options: [], isClosed: true },
};

const openPage = (entry: Partial<CardEntry>, customerShareBps = 10_000): LinkPage => ({
  kind: "open",
  summary: { ...summary, customerShareBps },
  entry: { offer: null, chosenCount: null, fields: {}, trouble: null, ...entry },
});

const openTroubles: readonly LinkTrouble[] = [
  ...(["choose_installment", "price_changed", "other_card", "over_bound", "nothing_offered"] as const).map((name) => ({
    name,
  })),
  ...declines,
  { name: "installment_not_allowed", why: "card_not_eligible" },
  { name: "installment_not_allowed", why: "count_not_offered" },
];

const failureCodes = [
  "abandoned",
  "expired",
  "superseded",
  "card_attempt_limit_exceeded",
  "link_unheard_of",
  "three_ds_failed",
];

/** One page of each kind of a payment link, with a name for each. */
export const linkPages: Named<LinkPage> = [
  ["open", openPage({})],
  ["open with many items, without a share", manyItems()],
  ["open with options", openPage({ offer: credit })],
  ["open with a card that is not accepted", openPage({ offer: { ...credit, options: [] } })],
  ["open with wrong fields", openPage({ fields: { pan: "wrong", cv2: "missing" } })],
  ["open with wrong digits", openPage({ fields: { bin: "wrong" } })],
  ["open after a decline", openPage({ offer: credit, trouble: { name: "payment_declined" } })],
  ...Object.entries(statePages),
  ["an amount outside the account's limits", { kind: "suspended", summary, reason: "amount_outside_account_limits" }],
];

/** The other sentences of these pages. */
export const linkVariants: Named<LinkPage> = [
  ...Object.entries(offers).flatMap(([name, offer]) => [
    [`open with ${name}`, openPage({ offer })] as const,
    [`open with ${name}, without a share`, openPage({ offer }, 0)] as const,
    [`open with ${name}, over the bound`, openPage({ offer, trouble: { name: "over_bound" } })] as const,
  ]),
  ...fieldErrors.map((fields) => [`open with ${fields.pan} fields`, openPage({ fields })] as const),
  ...(["missing", "wrong"] as const).map((bin) => [`open with ${bin} digits`, openPage({ fields: { bin } })] as const),
  ...openTroubles.flatMap((trouble) => [
    [`open after ${JSON.stringify(trouble)}`, openPage({ trouble, offer: credit })] as const,
    [`open after ${JSON.stringify(trouble)}, without options`, openPage({ trouble })] as const,
  ]),
  ["a long wait", inProgress({ until: later(135), canPayAgain: false, canGiveUpFrom: now })],
  ["a wait that is over", inProgress({ until: now, canGiveUpFrom: now })],
  ["a wait of seconds", inProgress({ until: later(0.5), canGiveUpFrom: now })],
  ["paid at once", paid({ installment: 1 })],
  ["paid without a share", paid({ shareKurus: 0n, amountKurus: 125_050n })],
  ["paid without items", paid({}, { ...summary, items: null }, "https://shop.example/payment/success")],
  ...failureCodes.map((code) => [`failed ${code}`, failed(code)] as const),
  ...[...declineReasons, "voided_at_bank", "not_found"].map(
    (reason) => [`declined ${reason}`, failed("capture_declined", reason)] as const,
  ),
  ...troubleNames.map((name) => [`trouble ${name}`, { kind: "trouble", summary, trouble: { name } }] as const),
];

function manyItems(): LinkPage {
  const items = Array.from({ length: 13 }, (_, n) => ({ name: `Vazo ${n}`, note: null, amountKurus: 100n }));
  return { ...openPage({}), summary: { ...summary, items, customerShareBps: 0 } } as LinkPage;
}
