import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { TableColumn } from "@/server/documents/table";
import { maskCards } from "@/server/domain/card-texts";
import type { Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { listUnread, readListQuery, writeListQuery } from "@/server/domain/lists";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import type { StatementLine } from "@/server/domain/statements/statement";
import { statementList, toStatementSpan } from "@/server/domain/statements/statement-list";
import { fieldError } from "@/server/entry/http/validation";
import { getStatement, listStatementLines, type StatementInput } from "@/server/usecases/statements/queries";
import { toPdf } from "../../documents/document-words";
import { buildStatement, statementLinesMax } from "../documents/statement";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest, readWorkbook, toAccountPart, toSpanPart } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/statement.csv`, `statement.xlsx` and `statement.pdf`. */
export const handleStatementExport = async (request: Request): Promise<Response> =>
  answerStatementExport(request, await readPanelDoor(request.headers));

/**
 * Exports the lines of the statement that the address names, the oldest first: all of them as a table, or the balances,
 * the totals and the first lines as a PDF (D-376). Throws validation_error for filters that cannot be read.
 */
export function answerStatementExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const { searchParams: parameters, pathname } = new URL(request.url);
  const query = readListQuery(statementList, (name) => parameters.getAll(name));
  const written = writeListQuery(statementList, query);
  const fileRequest: FileRequest = {
    permission: "payout.export",
    action: "statement.export",
    detail: Object.fromEntries([...written.keys()].map((name) => [name, written.getAll(name).join(", ")])),
  };
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    requireAllRead(parameters, door.language);
    const now = ctx.clock.now();
    const { book, kind, terminal, moved } = query;
    const span = toStatementSpan(moved, now);
    const { partnerId } = account;
    const input = { partnerId, book: book ?? "collected", ...span, kinds: kind, terminalId: terminal } as const;
    const t = translatorFor(language, "panel.statementExport");
    const name = t("file", { account: toAccountPart(account), span: toSpanPart(span, now) });
    if (pathname.endsWith(".pdf")) {
      const [figures, lines] = await Promise.all([getStatement(ctx, input), readFirstLines(door, input)]);
      return { name, document: toPdf(buildStatement({ input, figures, lines }, account.name, language, now)) };
    }
    return {
      name,
      columns: buildColumns(t, language),
      rows: readLines(door, input),
      workbook: readWorkbook(request, { sheet: t("sheet"), totalWord: t("total"), at: now }),
    };
  });
}

/** Refuses filters that cannot be read, or the file would contain more than was requested. */
function requireAllRead(parameters: URLSearchParams, language: Language): void {
  const unread = listUnread(statementList, parameters);
  if (unread.length === 0) return;
  throw fieldError(
    unread.map((name) => ({ path: [name], problem: problem("invalid") })),
    language,
  );
}

async function* readLines({ ctx }: PanelDoorContext, input: StatementInput): AsyncGenerator<StatementLine> {
  const { pages } = await listStatementLines(ctx, input);
  for await (const page of pages) yield* page;
}

/** Reads the lines that a PDF has, and one more where there are more. */
async function readFirstLines(door: PanelDoorContext, input: StatementInput): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of readLines(door, input)) {
    lines.push(line);
    if (lines.length > statementLinesMax) break;
  }
  return lines;
}

const buildColumns = (
  t: Translator<"panel.statementExport">,
  language: Language,
): readonly TableColumn<StatementLine>[] => {
  const kinds = translatorFor(language, "panel.statement.kinds");
  return [
    { head: t("columns.moved"), cell: ({ occurredAt }) => occurredAt },
    { head: t("columns.kind"), cell: ({ kind }) => kinds(kind) },
    { head: t("columns.orderCode"), cell: ({ partnerTxCode }) => partnerTxCode && maskCards(partnerTxCode) },
    { head: t("columns.paymentCode"), cell: ({ paymentCode }) => paymentCode },
    {
      head: t("columns.refundCode"),
      cell: ({ partnerRefundCode }) => partnerRefundCode && maskCards(partnerRefundCode),
    },
    { head: t("columns.amount"), hasTotal: true, cell: ({ amountKurus }) => amountKurus },
    { head: t("columns.commission"), hasTotal: true, cell: ({ commissionKurus }) => commissionKurus },
    { head: t("columns.net"), hasTotal: true, cell: ({ netKurus }) => netKurus },
    { head: t("columns.balance"), cell: ({ balanceKurus }) => balanceKurus },
    { head: t("columns.programme"), cell: ({ cardBrand }) => cardBrand && cardBrandName(cardBrand) },
    { head: t("columns.card"), cell: ({ cardLast4 }) => cardLast4 && `**** ${cardLast4}` },
    { head: t("columns.installment"), cell: ({ installment }) => installment },
    { head: t("columns.terminal"), cell: ({ terminalName }) => terminalName },
    { head: t("columns.authCode"), cell: ({ authCode }) => authCode },
    { head: t("columns.rrn"), cell: ({ rrn }) => rrn },
    { head: t("columns.bankOrderId"), cell: ({ bankOrderId }) => bankOrderId },
    { head: t("columns.valueDate"), isDay: true, cell: ({ valueDate }) => valueDate },
    { head: t("columns.payout"), cell: ({ payoutId }) => payoutId },
    { head: t("columns.transaction"), cell: ({ id }) => id },
  ];
};
