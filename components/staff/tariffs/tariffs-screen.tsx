"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { writeTariff } from "@/server/domain/pricing/tariff";
import { Button, ButtonLink } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { saveFile } from "../../ui/save-file";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State, type StateTone } from "../../ui/state";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { PriceTable } from "./price-table";
import type { Pricing, ShownTariff } from "./tariff-types";

/** Loaded when it is opened, with the form library. */
const WithdrawDialog = dynamic(async () => (await import("./withdraw-dialog")).WithdrawDialog);

const tones: Readonly<Record<ShownTariff["phase"], StateTone>> = {
  in_force: "good",
  covered: "info",
  to_come: "info",
  over: "quiet",
  withdrawn: "quiet",
};

/** The tariffs of a terminal: in force, planned, campaigns, ended and withdrawn ones, and the prices of each. */
export function TariffsScreen({ terminalId }: { terminalId: string }) {
  const t = useTranslations("staff.tariffs");
  const pricing = useQuery(useTRPC().tariff.terminal.queryOptions({ terminalId }));
  const mayWrite = useMayAsStaff("tariff.write");
  const isMissing = readFailure(pricing.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: `/staff/terminals/${terminalId}`, label: pricing.data?.terminal.name ?? t("terminal") }}
        title={t("title")}
        actions={
          pricing.data &&
          mayWrite && (
            <ButtonLink tone="primary" href={`/staff/terminals/${terminalId}/tariffs/new`}>
              {t("new")}
            </ButtonLink>
          )
        }
      >
        <TerminalLine pricing={pricing.data} terminalId={terminalId} />
      </PageHead>
      {isMissing && <Empty title={t("noTerminal")} />}
      {pricing.isError && !isMissing && <FailureNotice error={pricing.error} onRetry={() => pricing.refetch()} />}
      {pricing.isPending && <Skeleton className="h-96 w-full" />}
      {pricing.data && <TariffList pricing={pricing.data} />}
    </>
  );
}

export const TerminalLine = ({ pricing, terminalId }: { pricing: Pricing | undefined; terminalId: string }) => (
  <>
    {pricing && `${pricing.terminal.name} · ${pricing.terminal.bank} · `}
    <span className="font-mono text-xs wrap-anywhere">{terminalId}</span>
  </>
);

function TariffList({ pricing: { terminal, tariffs, now } }: { pricing: Pricing }) {
  const t = useTranslations("staff.tariffs");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const latestFirst = [...tariffs].reverse();
  const chosen =
    tariffs.find(({ id }) => id === chosenId) ?? tariffs.find(({ phase }) => phase === "in_force") ?? latestFirst[0];
  return (
    <>
      <Section title={t("all")}>
        <ShortList
          caption={t("all")}
          columns={useTariffColumns(chosen?.id, setChosenId)}
          rows={latestFirst}
          rowKey={({ id }) => id}
          empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
        />
      </Section>
      {chosen && (
        <Section title={t("prices")} actions={<TariffActions tariff={chosen} terminalId={terminal.terminalId} />}>
          <p className="mb-3">
            <Span tariff={chosen} /> · {t(`phases.${chosen.phase}`)}
          </p>
          <PriceTable prices={chosen.prices} at={chosen.phase === "in_force" ? now : chosen.validFrom} />
        </Section>
      )}
    </>
  );
}

function useTariffColumns(chosenId: string | undefined, choose: (id: string) => void): ListColumn<ShownTariff>[] {
  const t = useTranslations("staff.tariffs");
  return [
    {
      key: "span",
      head: t("validity"),
      width: 20,
      grows: true,
      card: "title",
      cell: (tariff) => <Span tariff={tariff} />,
    },
    {
      key: "phase",
      head: t("phase"),
      width: 12,
      card: "value",
      cell: ({ phase }) => <State tone={tones[phase]}>{t(`phases.${phase}`)}</State>,
    },
    {
      key: "kind",
      head: t("kind"),
      width: 9,
      rank: 1,
      card: "state",
      cell: ({ validTo }) => t(validTo ? "campaign" : "openEnded"),
    },
    {
      key: "count",
      head: t("priceCount"),
      width: 8,
      rank: 2,
      align: "right",
      card: "note",
      cell: ({ prices }) => t("priceCounted", { count: prices.length }),
    },
    {
      key: "show",
      head: t("prices"),
      isHeadHidden: true,
      width: 8,
      card: "action",
      cell: ({ id }) => (
        <Button aria-pressed={id === chosenId} onClick={() => choose(id)}>
          {t("show")}
        </Button>
      ),
    },
  ];
}

/** When a tariff applies, in words. */
function Span({ tariff: { validFrom, validTo, phase } }: { tariff: ShownTariff }) {
  const t = useTranslations("staff.tariffs");
  const language = useLanguage();
  const from = dateTimeText(validFrom, language);
  if (validTo) return t("between", { from, to: dateTimeText(validTo, language) });
  return t(phase === "to_come" ? "fromOn" : "since", { from });
}

function TariffActions({ tariff, terminalId }: { tariff: ShownTariff; terminalId: string }) {
  const t = useTranslations("staff.tariffs");
  const mayWrite = useMayAsStaff("tariff.write");
  const [isAsking, setAsking] = useState(false);
  const save = () => saveFile(new Blob([writeTariff(tariff.prices)], { type: "text/csv" }), `${tariff.id}.csv`);
  const isOpen = tariff.phase !== "over" && tariff.phase !== "withdrawn";
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={save}>{t("download")}</Button>
      {mayWrite && (
        <ButtonLink href={`/staff/terminals/${terminalId}/tariffs/new?from=${tariff.id}`}>{t("edit")}</ButtonLink>
      )}
      {mayWrite && isOpen && (
        <Button tone="danger" onClick={() => setAsking(true)}>
          {t("withdraw")}
        </Button>
      )}
      {isAsking && <WithdrawDialog tariff={tariff} terminalId={terminalId} onClose={() => setAsking(false)} />}
    </div>
  );
}
