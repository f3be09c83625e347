"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Skeleton } from "../../ui/skeleton";
import { PartnerState } from "../partner-state";
import type { PartnerDetail } from "../partner-types";
import { useTRPC } from "../trpc";
import { PartnerTabs } from "./partner-tabs";

interface PartnerFrameProps {
  readonly partnerId: string;
  /** The buttons of the screen, which need the account. */
  readonly actions?: (partner: PartnerDetail) => ReactNode;
  /** The screen, once the account is known. */
  readonly children: (partner: PartnerDetail) => ReactNode;
}

/** The head and the tabs that all screens of one merchant share. */
export function PartnerFrame({ partnerId, actions, children }: PartnerFrameProps) {
  const t = useTranslations("staff");
  const { data, error, isPending, refetch } = useQuery(useTRPC().partner.get.queryOptions({ partnerId }));
  const isMissing = readFailure(error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff", label: t("partners") }}
        title={data?.name ?? partnerId}
        actions={data && actions?.(data)}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {data && <PartnerState status={data.status} isHeld={data.acceptanceHeld} />}
          {data?.legalTitle && <span>{data.legalTitle}</span>}
          <span className="font-mono text-xs wrap-anywhere">{partnerId}</span>
        </span>
      </PageHead>
      {isMissing ? <Empty title={t("missing")} /> : <PartnerTabs partnerId={partnerId} />}
      {error && !data && !isMissing && <FailureNotice error={error} onRetry={refetch} />}
      {isPending && <Skeleton className="h-96 w-full" />}
      {data && children(data)}
    </>
  );
}
