"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { LogoPicture } from "../../ui/logo-picture";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { LogoRequest } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";

/** Loaded when it is opened, with the form library. */
const BrandDecisionDialog = dynamic(async () => (await import("./brand-decision-dialog")).BrandDecisionDialog);

/** The logos that merchants ask for. */
export function LogoRequests() {
  const t = useTranslations("staff.merchant.names");
  const mayWrite = useMayAsStaff("partner.write");
  const { data, error, refetch } = useQuery(useTRPC().partner.logoRequests.queryOptions());
  const [opened, setOpened] = useState<{ request: LogoRequest; isApproved: boolean } | null>(null);
  const columns = useColumns(mayWrite ? (request, isApproved) => setOpened({ request, isApproved }) : null);
  return (
    <Section title={t("logos")}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("logos")}
          columns={columns}
          rows={data}
          rowKey={({ requestId }) => requestId}
          empty={<Empty title={t("noLogos")}>{t("noLogosHelp")}</Empty>}
        />
      )}
      {opened && <Decision {...opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

type Decide = (request: LogoRequest, isApproved: boolean) => void;

/** @param decide opens the dialog of a decision; null where the user may not decide */
function useColumns(decide: Decide | null): ListColumn<LogoRequest>[] {
  const t = useTranslations("staff.merchant.names");
  const columns: ListColumn<LogoRequest>[] = [
    {
      key: "merchant",
      head: t("merchant"),
      width: 11,
      grows: true,
      card: "title",
      cell: ({ partnerId, name }) => <TextLink href={`/staff/partners/${partnerId}/profile`}>{name}</TextLink>,
    },
    {
      key: "logo",
      head: t("wantedLogo"),
      width: 13,
      card: "line",
      cell: ({ picture, name }) => picture && <LogoPicture src={picture} alt={t("logoOf", { name })} />,
    },
    {
      key: "present",
      head: t("presentLogo"),
      width: 13,
      rank: 2,
      card: "line",
      cell: ({ present, name }) =>
        present === null ? (
          <span className="text-ink-soft">{t("noLogo")}</span>
        ) : (
          <LogoPicture src={present} alt={t("presentLogoOf", { name })} />
        ),
    },
    { key: "by", head: t("by"), width: 12, rank: 1, card: "line", cell: ({ requestedBy }) => requestedBy },
    { key: "at", head: t("at"), width: 11, card: "line", cell: ({ requestedAt }) => <DateTime at={requestedAt} /> },
  ];
  if (decide === null) return columns;
  return [
    ...columns,
    {
      key: "actions",
      head: t("decide"),
      isHeadHidden: true,
      width: 13,
      align: "right",
      card: "action",
      cell: (request) => (
        <span className="flex justify-end gap-2">
          <Button aria-label={t("refuseLogoOne", { name: request.name })} onClick={() => decide(request, false)}>
            {t("refuse")}
          </Button>
          <Button aria-label={t("approveLogoOne", { name: request.name })} onClick={() => decide(request, true)}>
            {t("approve")}
          </Button>
        </span>
      ),
    },
  ];
}

interface DecisionProps {
  readonly request: LogoRequest;
  readonly isApproved: boolean;
  onClose(): void;
}

function Decision({ request: { requestId, name, picture }, isApproved, onClose }: DecisionProps) {
  const t = useTranslations("staff.merchant.names");
  const decide = useMutation(useTRPC().partner.decideLogoRequest.mutationOptions(useRefetchPartners()));
  return (
    <BrandDecisionDialog
      requestId={requestId}
      isApproved={isApproved}
      title={isApproved ? t("approveLogoTitle") : t("refuseLogoTitle")}
      description={isApproved ? t("approveLogoText", { name }) : t("refuseLogoText", { name })}
      decide={decide}
      onClose={onClose}
    >
      {picture && <LogoPicture src={picture} alt={t("logoOf", { name })} />}
    </BrandDecisionDialog>
  );
}
