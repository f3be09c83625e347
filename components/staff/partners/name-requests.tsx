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
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { NameRequest } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";

/** Loaded when it is opened, with the form library. */
const BrandDecisionDialog = dynamic(async () => (await import("./brand-decision-dialog")).BrandDecisionDialog);

/** The trading names that merchants ask for. */
export function NameRequests() {
  const t = useTranslations("staff.merchant.names");
  const mayWrite = useMayAsStaff("partner.write");
  const { data, error, refetch } = useQuery(useTRPC().partner.nameRequests.queryOptions());
  const [opened, setOpened] = useState<{ request: NameRequest; isApproved: boolean } | null>(null);
  const columns = useColumns(mayWrite ? (request, isApproved) => setOpened({ request, isApproved }) : null);
  return (
    <Section title={t("names")}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("names")}
          columns={columns}
          rows={data}
          rowKey={({ requestId }) => requestId}
          empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
        />
      )}
      {opened && <Decision {...opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

type Decide = (request: NameRequest, isApproved: boolean) => void;

/** @param decide opens the dialog of a decision; null where the user may not decide */
function useColumns(decide: Decide | null): ListColumn<NameRequest>[] {
  const t = useTranslations("staff.merchant.names");
  const columns: ListColumn<NameRequest>[] = [
    { key: "name", head: t("wanted"), width: 12, grows: true, card: "title", cell: ({ name }) => name },
    {
      key: "present",
      head: t("present"),
      width: 12,
      card: "line",
      cell: ({ partnerId, presentName }) => (
        <TextLink href={`/staff/partners/${partnerId}/profile`}>{presentName}</TextLink>
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
          <Button aria-label={t("refuseOne", { name: request.name })} onClick={() => decide(request, false)}>
            {t("refuse")}
          </Button>
          <Button aria-label={t("approveOne", { name: request.name })} onClick={() => decide(request, true)}>
            {t("approve")}
          </Button>
        </span>
      ),
    },
  ];
}

interface DecisionProps {
  readonly request: NameRequest;
  readonly isApproved: boolean;
  onClose(): void;
}

function Decision({ request: { requestId, name, presentName }, isApproved, onClose }: DecisionProps) {
  const t = useTranslations("staff.merchant.names");
  const decide = useMutation(useTRPC().partner.decideNameRequest.mutationOptions(useRefetchPartners()));
  return (
    <BrandDecisionDialog
      requestId={requestId}
      isApproved={isApproved}
      title={isApproved ? t("approveTitle") : t("refuseTitle")}
      description={isApproved ? t("approveText", { name, presentName }) : t("refuseText", { name, presentName })}
      decide={decide}
      onClose={onClose}
    />
  );
}
