"use client";
import { brandNames } from "@/components/pay/link/card-brands";
import { readFailure } from "@/components/ui/read-failure";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import type { Terminal } from "../outputs";
import { familyWords } from "../words/card-kinds";
import { installmentWords } from "./installment-words";
import { OfferTable, type Preview } from "./offer-table";
import type { OfferQuery } from "./use-offer";

interface OfferProps {
  readonly offer: OfferQuery;
  /** The entered amount in kuruş, or null when there is none. */
  readonly amountKurus: bigint | null;
  /** The share of the commission that the buyer pays, in bps. */
  readonly shareBps: number;
  readonly terminal: Pick<Terminal, "supportsForeign">;
}

/** The calculator's result: the kind of card and its installment options. */
export function Offer({ offer: { data, error, refetch }, amountKurus, shareBps, terminal }: OfferProps) {
  const t = useWords(installmentWords);
  if (error) {
    const isBarred = readFailure(error).code === "terminal_not_allowed";
    return isBarred ? <Notice tone="warn">{t.barred}</Notice> : <FailureNotice error={error} onRetry={refetch} />;
  }
  if (!data) return <Skeleton className="h-56 w-full" />;
  if (data.kind === "ambiguous") return <Notice tone="info">{t.ambiguous}</Notice>;
  const isForeign = data.card?.family === "foreign" && !terminal.supportsForeign;
  return (
    <>
      <p className="mb-3" aria-live="polite">
        <CardFacts card={data.card} />
      </p>
      {data.options.length === 0 ? (
        <Empty title={t.emptyTitle}>{isForeign ? t.emptyForeign : t.emptyOther}</Empty>
      ) : (
        <OfferTable preview={data} amountKurus={amountKurus} shareBps={shareBps} />
      )}
    </>
  );
}

function CardFacts({ card }: { card: Preview["card"] }) {
  const t = useWords(installmentWords);
  const language = useLanguage();
  if (card === null) return t.anyCard;
  if (card.family === null) return t.unknownCard;
  const brand = card.brand === null ? t.noBrand : brandNames[card.brand];
  return [card.bank, familyWords[card.family][language], brand].filter((fact) => fact !== null).join(" · ");
}
