"use client";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../../ui/language";
import { useTRPC } from "../trpc";
import { DocumentFrame } from "./document-frame";
import { PrintedDocument } from "./printed-document";

/** The notice of one payout, for printing. */
export function PayoutNoticeScreen({ payoutId }: { payoutId: string }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery(useTRPC().document.payoutNotice.queryOptions({ payoutId, language }));
  const parameters = new URLSearchParams({ payout: payoutId, lang: language });
  return (
    <DocumentFrame
      back={`/panel/payouts/${payoutId}`}
      pdf={`/panel/export/payout.pdf?${parameters}`}
      error={error}
      onRetry={refetch}
    >
      {data ? <PrintedDocument content={data.document} /> : null}
    </DocumentFrame>
  );
}
