"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { TextLink } from "../../ui/text-link";
import type { NameRequest } from "../partner-types";
import { useTRPC } from "../trpc";
import { BrandRequests } from "./brand-requests";
import { useRefetchPartners } from "./change-dialog";

/** Loaded when it is opened, with the form library. */
const BrandDecisionDialog = dynamic(async () => (await import("./brand-decision-dialog")).BrandDecisionDialog);

/** The trading names that merchants ask for. */
export function NameRequests() {
  const t = useTranslations("staff.merchant.names");
  return (
    <BrandRequests
      title={t("names")}
      query={useQuery(useTRPC().partner.nameRequests.queryOptions())}
      columns={useColumns()}
      empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
      buttons={{
        approve: ({ name }) => t("approveOne", { name }),
        refuse: ({ name }) => t("refuseOne", { name }),
      }}
      decision={(request, isApproved, onClose) => (
        <Decision request={request} isApproved={isApproved} onClose={onClose} />
      )}
    />
  );
}

function useColumns(): ListColumn<NameRequest>[] {
  const t = useTranslations("staff.merchant.names");
  return [
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
