"use client";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../../ui/language";
import { useTRPC } from "../trpc";
import { DocumentFrame } from "./document-frame";
import { PrintedDocument } from "./printed-document";

/** The receipt of one movement, for printing. */
export function ReceiptScreen({ transactionId }: { transactionId: string }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery(useTRPC().document.receipt.queryOptions({ transactionId, language }));
  const parameters = new URLSearchParams({ transaction: transactionId, lang: language });
  const back = data ? `/panel/payments/${data.paymentCode}` : "/panel/payments";
  return (
    <DocumentFrame back={back} pdf={`/panel/export/receipt.pdf?${parameters}`} error={error} onRetry={refetch}>
      {data ? <PrintedDocument content={data.document} /> : null}
    </DocumentFrame>
  );
}
