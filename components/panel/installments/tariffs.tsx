"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs, Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { installmentWords } from "./installment-words";
import { TariffTable } from "./tariff-table";

type Tariff = PanelOutputs["installment"]["tariffs"][number];

/** The tariff that holds, and those that will: campaigns with their end. */
export function Tariffs({ terminal }: { terminal: Terminal }) {
  const said = useWords(installmentWords);
  const trpc = useTRPC();
  const { terminalId } = terminal;
  const { data: tariffs, error, refetch } = useQuery(trpc.installment.tariffs.queryOptions({ terminalId }));
  const [wanted, setWanted] = useState<string | null>(null);
  const inForce = tariffs?.find(({ phase }) => phase === "in_force");
  const chosen = tariffs?.find(({ id }) => id === wanted) ?? inForce ?? tariffs?.[0];
  return (
    <Section title={said.tariffTitle}>
      {error && !tariffs && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !tariffs && <Skeleton className="h-56 w-full" />}
      {tariffs && !chosen && <Empty title={said.noTariff}>{said.noTariffHelp}</Empty>}
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
  const said = useWords(installmentWords);
  const language = useLanguage();
  const campaign = tariffs.find(({ phase, validTo }) => phase === "in_force" && validTo !== null);
  const nameOf = ({ phase, validFrom, validTo }: Tariff): string => {
    if (phase === "in_force") return said.whichNow;
    if (phase === "covered") return said.whichAfter(momentText(campaign?.validTo ?? validFrom, language));
    const from = momentText(validFrom, language);
    return validTo ? said.whichCampaign(from, momentText(validTo, language)) : said.whichFrom(from);
  };
  return (
    <SelectField
      label={said.which}
      className="mb-3 max-w-md"
      value={chosen.id}
      onChange={(event) => onChoose(event.target.value)}
    >
      {tariffs.map((tariff) => (
        <option key={tariff.id} value={tariff.id}>
          {nameOf(tariff)}
        </option>
      ))}
    </SelectField>
  );
}

/** That what is shown ends, or that something else begins. */
function SpanNotice({ chosen, tariffs }: { chosen: Tariff; tariffs: readonly Tariff[] }) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const next = tariffs.find(({ phase }) => phase === "to_come");
  const isCampaign = chosen.validTo !== null;
  const showsNext = chosen.phase === "in_force" && next && !isCampaign;
  if (!isCampaign && !showsNext) return null;
  return (
    <div className="mb-3">
      <Notice tone="info">
        {isCampaign && chosen.validTo && said.campaign(momentText(chosen.validTo, language))}
        {showsNext && said.comes(momentText(next.validFrom, language))}
      </Notice>
    </div>
  );
}
