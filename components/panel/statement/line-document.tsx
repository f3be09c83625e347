"use client";
import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import type { StatementLine } from "@/server/domain/statements/statement";
import { useLanguage } from "../../ui/language";

type DocumentedLine = Pick<StatementLine, "id" | "kind" | "payoutId" | "netKurus">;

/**
 * Returns the address of a line's document as a PDF: the notice of a payout, the receipt of any other movement.
 * @param language the language of the document
 */
export function toDocumentHref({ id, kind, payoutId }: DocumentedLine, language: "tr" | "en"): string {
  if (kind === "payout_paid" && payoutId !== null) {
    return `/panel/export/payout.pdf?${new URLSearchParams({ payout: payoutId, lang: language })}`;
  }
  return `/panel/export/receipt.pdf?${new URLSearchParams({ transaction: id, lang: language })}`;
}

/** Downloads a line's document as a PDF: a symbol in the table, with its word where the rows are cards. */
export function LineDocument({ line }: { line: DocumentedLine }) {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const label = t("downloadReceipt", {
    kind: t(`kinds.${line.kind}`),
    amount: displayAmount(line.netKurus, language),
  });
  return (
    <a
      href={toDocumentHref(line, language)}
      download
      title={label}
      aria-label={label}
      className="inline-flex min-h-6 min-w-6 items-center justify-center gap-1 align-middle text-accent underline-offset-2 hover:underline"
    >
      <FileDown aria-hidden="true" size={16} className="shrink-0" />
      <span aria-hidden="true" className="@xl:hidden">
        {t("receipt")}
      </span>
    </a>
  );
}
