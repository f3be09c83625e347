import { translatorFor } from "@/messages/translate";
import type { PdfBlock, PdfFact } from "@/server/documents/pdf";
import { maskCards } from "@/server/domain/card-texts";
import { plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { StatementFigures, StatementLine, StatementSelection } from "@/server/domain/statements/statement";
import { type DocumentContent, documentTime, listFacts } from "../../documents/document-words";
import { issuer } from "../file-door";

/** The lines that a statement has as a PDF; a table for spreadsheets has all of them. */
export const statementLinesMax = 500;

interface StatementParts {
  readonly input: StatementSelection;
  readonly figures: StatementFigures;
  /** The first lines; more than `statementLinesMax` where the statement has more. */
  readonly lines: readonly StatementLine[];
}

/**
 * Returns a statement: its balances, the totals of its kinds and its lines (D-376, D-398).
 * @param at the instant (UTC) at which it is issued
 */
export function buildStatement(
  { input, figures, lines }: StatementParts,
  merchantName: string,
  language: Language,
  at: Date,
): DocumentContent {
  const t = translatorFor(language, "panel.statementDocument");
  const books = translatorFor(language, "panel.statement.books");
  const lastDay = plusMs(input.to, -1);
  const span = { from: documentTime(input.from, language, "day"), to: documentTime(lastDay, language, "day") };
  return {
    language,
    title: t("title"),
    issuer,
    reference: t("span", span),
    lines: [merchantName, books(input.book)],
    blocks: [
      { kind: "facts", title: t("balances"), facts: listBalances(figures, language) },
      totalsTable(figures, language),
      linesTable(lines.slice(0, statementLinesMax), language),
      ...(lines.length > statementLinesMax
        ? [{ kind: "text", text: t("cut", { count: statementLinesMax }), isQuiet: true } as const]
        : []),
      { kind: "text", text: t("note"), isQuiet: true },
    ],
    footer: t("footer", { time: documentTime(at, language, "instant") }),
    at,
  };
}

function listBalances({ openingKurus, closingKurus, totals }: StatementFigures, language: Language): PdfFact[] {
  const t = translatorFor(language, "panel.statementDocument");
  const money = (kurus: bigint | null) => (kurus === null ? null : displayAmount(kurus, language));
  // Balances are those of all movements, and totals those of the selected ones.
  const selected = totals.reduce((sum, { amountKurus, commissionKurus }) => sum + amountKurus + commissionKurus, 0n);
  const change = openingKurus === null || closingKurus === null ? selected : closingKurus - openingKurus;
  return listFacts([
    [t("opening"), money(openingKurus)],
    [t("change"), money(change)],
    [t("closing"), money(closingKurus)],
  ]);
}

function totalsTable({ totals }: StatementFigures, language: Language): PdfBlock {
  const t = translatorFor(language, "panel.statementDocument");
  const kinds = translatorFor(language, "panel.statement.kinds");
  const money = (kurus: bigint) => displayAmount(kurus, language);
  return {
    kind: "table",
    title: t("totals"),
    columns: [
      { head: t("kind"), share: 3 },
      { head: t("count"), share: 2, align: "right" },
      { head: t("amount"), share: 3, align: "right" },
      { head: t("commission"), share: 3, align: "right" },
      { head: t("net"), share: 3, align: "right" },
    ],
    rows: totals.map(({ kind, count, amountKurus, commissionKurus }) => [
      kinds(kind),
      String(count),
      money(amountKurus),
      money(commissionKurus),
      money(amountKurus + commissionKurus),
    ]),
  };
}

function linesTable(lines: readonly StatementLine[], language: Language): PdfBlock {
  const t = translatorFor(language, "panel.statementDocument");
  const kinds = translatorFor(language, "panel.statement.kinds");
  const money = (kurus: bigint | null) => (kurus === null ? "–" : displayAmount(kurus, language));
  return {
    kind: "table",
    title: t("lines"),
    columns: [
      { head: t("moved"), share: 3 },
      { head: t("kind"), share: 2.4 },
      { head: t("reference"), share: 4.6 },
      { head: t("amount"), share: 3, align: "right" },
      { head: t("net"), share: 3, align: "right" },
      { head: t("balance"), share: 3, align: "right" },
    ],
    rows: lines.map(({ occurredAt, kind, partnerTxCode, payoutId, amountKurus, netKurus, balanceKurus }) => [
      documentTime(occurredAt, language, "short"),
      kinds(kind),
      partnerTxCode === null ? (payoutId ?? "–") : maskCards(partnerTxCode),
      money(amountKurus),
      money(netKurus),
      money(balanceKurus),
    ]),
  };
}
