"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import type { SettlementStage } from "@/server/domain/payouts/settlement-place";
import { Amount } from "../../ui/amount";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";

type Movement = PanelOutputs["payment"]["movements"][number];

/** Where the money of a payment is: a line for its capture, each refund and each correction, with its receipt. */
export function PayoutSection({
  paymentCode,
  refetchInterval,
}: {
  paymentCode: string;
  refetchInterval: number | false;
}) {
  const t = useTranslations("panel.settlementPlace");
  const { data, error, refetch } = useQuery({
    ...useTRPC().payment.movements.queryOptions({ paymentCode }),
    refetchInterval,
  });
  const columns = useColumns();
  return (
    <Section title={t("title")}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("caption")}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          empty={null}
          skeletonCount={1}
        />
      )}
    </Section>
  );
}

function useColumns(): ListColumn<Movement>[] {
  const t = useTranslations("panel.settlementPlace");
  const kinds = useTranslations("panel.payouts.kinds");
  return [
    { key: "kind", head: t("kind"), width: 6, card: "title", cell: ({ kind }) => kinds(kind) },
    {
      key: "net",
      head: t("net"),
      width: 8,
      align: "right",
      card: "value",
      cell: ({ netKurus }) => <Amount kurus={netKurus} />,
    },
    {
      key: "state",
      head: t("state"),
      width: 10,
      grows: true,
      card: "line",
      cell: (movement) => <Place movement={movement} />,
    },
    { key: "day", head: t("day"), width: 8, card: "line", cell: ({ place }) => <PlaceDay place={place} /> },
    {
      key: "receipt",
      head: t("receipt"),
      width: 6,
      card: "action",
      cell: (movement) => <Receipt movement={movement} />,
    },
  ];
}

const tones: Readonly<Record<SettlementStage, StateTone>> = {
  direct: "quiet",
  expected: "quiet",
  carried: "quiet",
  in_payout: "info",
  paid: "good",
  failed: "bad",
};

/** The state in words, and below it what the money waits for. */
function Place({ movement: { place, payoutFailure } }: { movement: Movement }) {
  const t = useTranslations("panel.settlementPlace");
  const failures = useTranslations("panel.payouts.failures");
  const { stage, isLate, reason } = place;
  return (
    <>
      <State tone={isLate && stage !== "failed" ? "warn" : tones[stage]}>
        {isLate && stage === "expected" ? t("late") : t(`stages.${stage}`)}
      </State>
      {reason && <span className="block text-ink-soft">{t(`reasons.${reason}`)}</span>}
      {stage === "failed" && payoutFailure && <span className="block text-ink-soft">{failures(payoutFailure)}</span>}
    </>
  );
}

/** The day on which the money is paid; a link to the payout, or to the day while no payout has collected it. */
function PlaceDay({ place: { stage, day, payoutId } }: { place: Movement["place"] }) {
  const mayRead = useMay("payout.read");
  if (day === null) return <CarriedLink isCarried={stage === "carried"} />;
  const shown = <DateTime at={new Date(`${day}T00:00:00+03:00`)} style="day" />;
  if (!mayRead) return shown;
  const href = payoutId === null ? `/panel/payouts/due/${day}` : `/panel/payouts/${payoutId}`;
  return (
    <TextLink isInText href={href}>
      {shown}
    </TextLink>
  );
}

function CarriedLink({ isCarried }: { isCarried: boolean }) {
  const t = useTranslations("panel.payouts");
  return useMay("payout.read") && isCarried ? (
    <TextLink isInText href="/panel/payouts/carried">
      {t("carriedTitle")}
    </TextLink>
  ) : (
    "–"
  );
}

function Receipt({ movement: { id, kind, amountKurus } }: { movement: Movement }) {
  const t = useTranslations("panel.settlementPlace");
  const kinds = useTranslations("panel.payouts.kinds");
  const amount = displayAmount(amountKurus, useLanguage());
  return (
    <TextLink isInText href={`/panel/receipts/${id}`} aria-label={t("receiptOf", { kind: kinds(kind), amount })}>
      {t("receipt")}
    </TextLink>
  );
}
