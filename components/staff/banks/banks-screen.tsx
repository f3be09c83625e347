"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { BankCard } from "./bank-card";
import type { BoardItem } from "./bank-types";

/** The processes add their counts every 5 s. */
const refetchInterval = 10_000;

const urgency: readonly BoardItem["condition"][] = ["paused", "down", "slow", "works", "quiet"];

/** Sorts the banks in trouble first; the others stay in the order of their names. */
const sortByUrgency = (items: readonly BoardItem[]): BoardItem[] =>
  items.toSorted((a, b) => urgency.indexOf(a.condition) - urgency.indexOf(b.condition));

/** The board of the banks: how the computers of each one answer (D-375). */
export function BanksScreen() {
  const t = useTranslations("staff.banks");
  const { data, error, refetch } = useQuery({ ...useTRPC().bank.board.queryOptions(), refetchInterval });
  return (
    <>
      <PageHead title={t("title")}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-96 w-full" />}
      {data?.length === 0 && <Empty title={t("none")}>{t("noneHelp")}</Empty>}
      <div className="flex flex-col gap-4">
        {sortByUrgency(data ?? []).map((item) => (
          <BankCard key={`${item.bank} ${item.host}`} item={item} />
        ))}
      </div>
    </>
  );
}
