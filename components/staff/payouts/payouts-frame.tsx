"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";

const places = { list: "/staff/payouts", files: "/staff/payouts/files" } as const;

/** What the screens of payouts have in common: the title, what waits for a person, and the tabs. */
export function PayoutsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("staff.payouts");
  const pathname = usePathname();
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <OpenFigures />
      <Tabs
        title={t("tabs.title")}
        tabs={(["list", "files"] as const).map((place) => ({
          href: places[place],
          label: t(`tabs.${place}`),
          isCurrent: pathname === places[place],
        }))}
      />
      {children}
    </>
  );
}

/** The states in which a payout waits for a person, in their order. */
const openStates = ["prepared", "approved", "sent"] as const;

/** How often the figures are read again, in ms. */
const refetchInterval = 30_000;

/** The number and the sum of the payouts that wait for a person, by their state. */
function OpenFigures() {
  const t = useTranslations("staff.payouts.figures");
  const { data, error, refetch } = useQuery({ ...useTRPC().payout.open.queryOptions(), refetchInterval });
  if (error && !data) {
    return (
      <div className="mb-6">
        <FailureNotice error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <dl className="mb-6 grid divide-y divide-line rounded-card border border-line sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {openStates.map((state) => {
        const { count, amountKurus } = data?.find(({ status }) => status === state) ?? { count: 0, amountKurus: 0n };
        return (
          <div
            key={state}
            className="min-w-0 px-4 py-3 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:py-1.5"
          >
            <dt>
              <TextLink href={`${places.list}?status=${state}`}>{t(state)}</TextLink>
            </dt>
            <dd className="max-sm:text-right">
              {data ? (
                <>
                  <span className="block text-lg font-semibold tabular-nums">
                    <Amount kurus={amountKurus} />
                  </span>
                  <span className="text-ink-soft">{t("count", { count })}</span>
                </>
              ) : (
                <Skeleton className="h-12 w-32" />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
