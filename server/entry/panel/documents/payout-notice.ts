import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { PdfBlock } from "@/server/documents/pdf";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { PayoutNotice } from "@/server/usecases/payouts/payout-notice-queries";
import { type DocumentContent, documentTime, listFacts } from "../../documents/document-words";
import { issuer } from "../file-door";

/**
 * Returns the notice of one payout: what was paid, to which account, and of which movements it is the sum (D-376).
 * @param at the instant (UTC) at which it is issued
 */
export function buildPayoutNotice(
  notice: PayoutNotice,
  merchantName: string,
  language: Language,
  at: Date,
): DocumentContent {
  const t = translatorFor(language, "panel.payoutNotice");
  const { payout, legalTitle } = notice;
  const states = translatorFor(language, "shared.states.payout");
  const failures = translatorFor(language, "panel.payouts.failures");
  const valueDay = documentTime(payout.valueDate, language, "day");
  const isPaid = payout.status === "paid_out";
  return {
    language,
    title: t("title"),
    issuer,
    reference: valueDay,
    lines: legalTitle === null || legalTitle === merchantName ? [merchantName] : [legalTitle, merchantName],
    figure: { term: t(isPaid ? "paidAmount" : "amount"), value: displayAmount(payout.amountKurus, language) },
    blocks: [
      {
        kind: "facts",
        title: t("payout"),
        facts: listFacts([
          [t("state"), states(payout.status)],
          [t("failure"), payout.failure && failures(payout.failure)],
          [t("valueDate"), valueDay],
          [t("iban"), payout.ibanMasked],
          [t("bankReference"), payout.bankReference],
          [t("paidAt"), isPaid && payout.endedAt ? documentTime(payout.endedAt, language, "instant") : null],
          [t("payoutId"), payout.id],
          [t("reissueOf"), payout.reissueOf],
        ]),
      },
      totalsTable(notice, language, t),
      ...carried(notice, language, t),
      { kind: "text", text: t("note"), isQuiet: true },
    ],
    footer: t("footer", { time: documentTime(at, language, "instant") }),
    at,
  };
}

type Words = Translator<"panel.payoutNotice">;

function totalsTable({ totals, payout }: PayoutNotice, language: Language, t: Words): PdfBlock {
  const money = (kurus: bigint) => displayAmount(kurus, language);
  const sum = (pick: (total: PayoutNotice["totals"][number]) => bigint) =>
    money(totals.reduce((all, total) => all + pick(total), 0n));
  const count = totals.reduce((all, total) => all + total.count, 0);
  return {
    kind: "table",
    title: t("totals"),
    columns: [
      { head: t("kind"), share: 3 },
      { head: t("count"), share: 2, align: "right" },
      { head: t("gross"), share: 3, align: "right" },
      { head: t("commission"), share: 3, align: "right" },
      { head: t("net"), share: 3, align: "right" },
    ],
    rows: totals.map(({ kind, count, amountKurus, commissionKurus }) => [
      t(`kinds.${kind}`),
      String(count),
      money(amountKurus),
      money(commissionKurus),
      money(amountKurus + commissionKurus),
    ]),
    totals: [
      t("total"),
      String(count),
      sum(({ amountKurus }) => amountKurus),
      sum(({ commissionKurus }) => commissionKurus),
      money(payout.amountKurus),
    ],
  };
}

/** What the sum contains from earlier days, which were not paid by themselves. */
const carried = ({ payout }: PayoutNotice, language: Language, t: Words): PdfBlock[] =>
  payout.carriedKurus === 0n
    ? []
    : [{ kind: "text", text: t("carried", { amount: displayAmount(payout.carriedKurus, language) }), isQuiet: true }];
