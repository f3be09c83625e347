"use client";
import { brandNames } from "@/components/pay/link/card-brands";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { failureOf } from "../../ui/failure-of";
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
  /** Kuruş; null: none was entered. */
  readonly amountKurus: bigint | null;
  /** The part of the commission that the buyer pays, basis points. */
  readonly shareBps: number;
  readonly terminal: Pick<Terminal, "supportsForeign">;
}

/** The answer to the calculator: which card that is, and what it can be charged. */
export function Offer({ offer: { data, error, refetch }, amountKurus, shareBps, terminal }: OfferProps) {
  const said = useWords(installmentWords);
  if (error) {
    const isBarred = failureOf(error).code === "terminal_not_allowed";
    return isBarred ? (
      <Notice tone="warn">{said.barred}</Notice>
    ) : (
      <FailureNotice error={error} onRetry={refetch} />
    );
  }
  if (!data) return <Skeleton className="h-56 w-full" />;
  if (data.kind === "ambiguous") return <Notice tone="info">{said.ambiguous}</Notice>;
  const isForeign = data.card?.family === "foreign" && !terminal.supportsForeign;
  return (
    <>
      <p className="mb-3" aria-live="polite">
        <CardFacts card={data.card} />
      </p>
      {data.options.length === 0 ? (
        <Empty title={said.emptyTitle}>{isForeign ? said.emptyForeign : said.emptyOther}</Empty>
      ) : (
        <OfferTable preview={data} amountKurus={amountKurus} shareBps={shareBps} />
      )}
    </>
  );
}

function CardFacts({ card }: { card: Preview["card"] }) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  if (card === null) return said.anyCard;
  if (card.family === null) return said.unknownCard;
  const brand = card.brand === null ? said.noBrand : brandNames[card.brand];
  return [card.bank, familyWords[card.family][language], brand].filter((fact) => fact !== null).join(" · ");
}
