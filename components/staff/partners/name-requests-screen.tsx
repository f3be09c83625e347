"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { nameDecisionInput } from "@/server/domain/partners/settings-inputs";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { TextLink } from "../../ui/text-link";
import type { NameRequest } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";

/** The trading names that merchants ask for. A name is live once it is approved. */
export function NameRequestsScreen() {
  const t = useTranslations("staff.merchant.names");
  const mayWrite = useMayAsStaff("partner.write");
  const { data, error, refetch } = useQuery(useTRPC().partner.nameRequests.queryOptions());
  const [opened, setOpened] = useState<{ request: NameRequest; isApproved: boolean } | null>(null);
  const columns = useColumns(mayWrite ? (request, isApproved) => setOpened({ request, isApproved }) : null);
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("title")}
          columns={columns}
          rows={data}
          rowKey={({ requestId }) => requestId}
          empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
        />
      )}
      {opened && <DecisionDialog {...opened} onClose={() => setOpened(null)} />}
    </>
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

interface DecisionDialogProps {
  readonly request: NameRequest;
  readonly isApproved: boolean;
  onClose(): void;
}

function DecisionDialog({ request, isApproved, onClose }: DecisionDialogProps) {
  const t = useTranslations("staff.merchant.names");
  const { requestId, name, presentName } = request;
  const decide = useMutation(useTRPC().partner.decideNameRequest.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(nameDecisionInput, {
    defaultValues: { requestId, isApproved, note: null },
    error: decide.error,
  });
  return (
    <ChangeDialog
      title={isApproved ? t("approveTitle") : t("refuseTitle")}
      description={isApproved ? t("approveText", { name, presentName }) : t("refuseText", { name, presentName })}
      saveLabel={isApproved ? t("approve") : t("refuse")}
      tone={isApproved ? "primary" : "danger"}
      isBusy={decide.isPending}
      failure={failure}
      onSubmit={submit((input) => decide.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      {!isApproved && (
        <FormTextArea
          control={control}
          name="note"
          label={t("note")}
          hint={t("noteHint")}
          maxLength={500}
          isOptional
          required
        />
      )}
    </ChangeDialog>
  );
}
