"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { LogoPicture } from "../../ui/logo-picture";
import { TextLink } from "../../ui/text-link";
import type { LogoRequest } from "../partner-types";
import { useTRPC } from "../trpc";
import { BrandRequests } from "./brand-requests";
import { useRefetchPartners } from "./change-dialog";

/** Loaded when it is opened, with the form library. */
const BrandDecisionDialog = dynamic(async () => (await import("./brand-decision-dialog")).BrandDecisionDialog);

/** The logos that merchants ask for. */
export function LogoRequests() {
  const t = useTranslations("staff.merchant.names");
  return (
    <BrandRequests
      title={t("logos")}
      query={useQuery(useTRPC().partner.logoRequests.queryOptions())}
      columns={useColumns()}
      empty={<Empty title={t("noLogos")}>{t("noLogosHelp")}</Empty>}
      buttons={{
        approve: ({ name }) => t("approveLogoOne", { name }),
        refuse: ({ name }) => t("refuseLogoOne", { name }),
      }}
      decision={(request, isApproved, onClose) => (
        <Decision request={request} isApproved={isApproved} onClose={onClose} />
      )}
    />
  );
}

function useColumns(): ListColumn<LogoRequest>[] {
  const t = useTranslations("staff.merchant.names");
  return [
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
