"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs, Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { TariffTable } from "./tariff-table";

type Tariff = PanelOutputs["installment"]["tariffs"][number];

/** The tariff in force and the coming ones; campaigns are shown with their end. */
export function Tariffs({ terminal }: { terminal: Terminal }) {
  const t = useTranslations("panel.installments");
  const trpc = useTRPC();
  const { terminalId } = terminal;
  const { data: tariffs, error, refetch } = useQuery(trpc.installment.tariffs.queryOptions({ terminalId }));
  const [wanted, setWanted] = useState<string | null>(null);
  const inForce = tariffs?.find(({ phase }) => phase === "in_force");
  const chosen = tariffs?.find(({ id }) => id === wanted) ?? inForce ?? tariffs?.[0];
  return (
    <Section title={t("tariffTitle")}>
      {error && !tariffs && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !tariffs && <Skeleton className="h-56 w-full" />}
      {tariffs && !chosen && <Empty title={t("noTariff")}>{t("noTariffHelp")}</Empty>}
      {tariffs && chosen && (
        <>
          {tariffs.length > 1 && <TariffSelect {...{ tariffs, chosen }} onChoose={setWanted} />}
          <SpanNotice chosen={chosen} tariffs={tariffs} />
          <TariffTable terminal={terminal} prices={chosen.prices} />
        </>
      )}
    </Section>
  );
}

function TariffSelect({
  tariffs,
  chosen,
  onChoose,
}: {
  tariffs: readonly Tariff[];
  chosen: Tariff;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("panel.installments");
  const language = useLanguage();
  const campaign = tariffs.find(({ phase, validTo }) => phase === "in_force" && validTo !== null);
  const formatName = ({ phase, validFrom, validTo }: Tariff): string => {
    if (phase === "in_force") return t("whichNow");
    if (phase === "covered") return t("whichAfter", { from: dateTimeText(campaign?.validTo ?? validFrom, language) });
    const from = dateTimeText(validFrom, language);
    return validTo ? t("whichCampaign", { from, until: dateTimeText(validTo, language) }) : t("whichFrom", { from });
  };
  return (
    <SelectField
      label={t("which")}
      className="mb-3 max-w-md"
      value={chosen.id}
      onChange={(event) => onChoose(event.target.value)}
    >
      {tariffs.map((tariff) => (
        <option key={tariff.id} value={tariff.id}>
          {formatName(tariff)}
        </option>
      ))}
    </SelectField>
  );
}

/** Announces when the shown tariff ends or the next one begins. */
function SpanNotice({ chosen, tariffs }: { chosen: Tariff; tariffs: readonly Tariff[] }) {
  const t = useTranslations("panel.installments");
  const language = useLanguage();
  const next = tariffs.find(({ phase }) => phase === "to_come");
  const isCampaign = chosen.validTo !== null;
  const showsNext = chosen.phase === "in_force" && next && !isCampaign;
  if (!isCampaign && !showsNext) return null;
  return (
    <div className="mb-3">
      <Notice tone="info">
        {isCampaign && chosen.validTo && t("campaign", { until: dateTimeText(chosen.validTo, language) })}
        {showsNext && t("comes", { from: dateTimeText(next.validFrom, language) })}
      </Notice>
    </div>
  );
}
