"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { Empty } from "@/components/ui/empty";
import { FailureNotice } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import { readFailure } from "@/components/ui/read-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { isPaymentAmount, parseTypedAmount } from "@/server/domain/money";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import type { SurchargeOffer } from "@/server/domain/pricing/surcharge";
import { TextField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { RangeField } from "../../ui/range-field";
import { Section } from "../../ui/section";
import { useDebounced } from "../../ui/use-debounced";
import type { Terminal } from "../outputs";
import { SurchargeWarning } from "../surcharge-warning";
import { useTRPC } from "../trpc";
import { wholePercent } from "../words/rates";
import { OfferTable, type Preview } from "./offer-table";
import { PassOn } from "./pass-on";

/** The accepted length of a card number's beginning, which identifies the bank and the card programme. */
const digitsMin = 6;
const digitsMax = 8;

/** Calculates while typing what a card can be charged. */
export function Calculator({ terminal }: { terminal: Terminal }) {
  const t = useTranslations("panel.installments");
  const format = useFormatter();
  const language = useLanguage();
  const [digits, setDigits] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  const [amount, setAmount] = useState(format.number(1250.5, { minimumFractionDigits: 2 }));
  const [percent, setPercent] = useState(0);
  const typedKurus = parseTypedAmount(amount, language);
  const amountKurus = isPaymentAmount(typedKurus) ? typedKurus : null;
  const settled = useDebounced(digits);
  const offer = useOffer(terminal.terminalId, settled.length >= digitsMin ? settled : null);
  const preview = !offer.error && offer.data && offer.data.kind !== "ambiguous" ? offer.data : null;
  const shareBps = percent * 100;
  // More digits than the prefix may be a whole card number, so none of them is kept.
  const enter = (text: string) => {
    const entered = text.replace(/[^0-9]/g, "");
    setTooLong(entered.length > digitsMax);
    setDigits(entered.length > digitsMax ? "" : entered);
  };
  return (
    <>
      <Section title={t("calculatorTitle")}>
        <div className="mb-4 flex flex-col gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <TextField
              label={t("amount")}
              value={amount}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => setAmount(event.target.value)}
              error={amount !== "" && amountKurus === null ? t("amountBad") : null}
            />
            <TextField
              label={t("digits")}
              hint={t("digitsHint")}
              value={digits}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => enter(event.target.value)}
              error={isTooLong ? t("tooManyDigits") : null}
            />
            <RangeField
              label={t("share")}
              min={0}
              max={100}
              value={percent}
              text={wholePercent(percent, language)}
              onChange={setPercent}
            />
          </div>
          <SurchargeWarning offer={toSurchargeOffer(preview, shareBps)} isOn={preview?.surchargeWarning ?? false} />
        </div>
        <Offer {...{ offer, amountKurus, terminal, shareBps }} />
      </Section>
      {shareBps > 0 && amountKurus !== null && preview && (
        <PassOn wantedKurus={amountKurus} options={preview.options} />
      )}
    </>
  );
}

const toSurchargeOffer = (preview: Preview | null, shareBps: number): SurchargeOffer | null =>
  preview && {
    shareBps,
    counts: preview.options.map(({ installmentCount }) => installmentCount),
    family: preview.card?.family ?? null,
  };

interface OfferProps {
  readonly offer: OfferQuery;
  /** The entered amount in kuruş, or null when there is none. */
  readonly amountKurus: bigint | null;
  /** The share of the commission that the buyer pays, in bps. */
  readonly shareBps: number;
  readonly terminal: Pick<Terminal, "supportsForeign">;
}

/** The calculator's result: the kind of card and its installment options. */
function Offer({ offer: { data, error, refetch }, amountKurus, shareBps, terminal }: OfferProps) {
  const t = useTranslations("panel.installments");
  if (error) {
    const isBarred = readFailure(error).code === "terminal_not_allowed";
    return isBarred ? <Notice tone="warn">{t("barred")}</Notice> : <FailureNotice error={error} onRetry={refetch} />;
  }
  if (!data) return <Skeleton className="h-56 w-full" />;
  if (data.kind === "ambiguous") return <Notice tone="info">{t("ambiguous")}</Notice>;
  const isForeign = data.card?.family === "foreign" && !terminal.supportsForeign;
  return (
    <>
      <p className="mb-3" aria-live="polite">
        <CardFacts card={data.card} />
      </p>
      {data.options.length === 0 ? (
        <Empty title={t("emptyTitle")}>{isForeign ? t("emptyForeign") : t("emptyOther")}</Empty>
      ) : (
        <OfferTable preview={data} amountKurus={amountKurus} shareBps={shareBps} />
      )}
    </>
  );
}

function CardFacts({ card }: { card: Preview["card"] }) {
  const t = useTranslations("panel.installments");
  const families = useTranslations("shared.cardFamilies");
  if (card === null) return t("anyCard");
  if (card.family === null) return t("unknownCard");
  const brand = card.brand === null ? t("noBrand") : brandNames[card.brand];
  return [card.bank, families(card.family), brand].filter((fact) => fact !== null).join(" · ");
}

/**
 * Fetches the installment options of a terminal for a card's first digits, or for any card when `digits` is null. The
 * previous answer stays until the next one arrives.
 */
function useOffer(terminalId: string, digits: string | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.installment.preview.queryOptions({ terminalId, digits }),
    placeholderData: keepPreviousData,
  });
}

type OfferQuery = ReturnType<typeof useOffer>;
