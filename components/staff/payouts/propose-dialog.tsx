"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { payoutProposalInput } from "@/server/domain/payouts/payout-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { TextLink } from "../../ui/text-link";
import { ProposedNotice } from "../partners/proposed-notice";
import { ReasonField } from "../partners/reason-field";
import { useTRPC } from "../trpc";
import type { ListedPayout } from "./payout-types";
import { reasonRefusals } from "./reason-refusals";

interface ProposeDialogProps {
  readonly payouts: readonly Pick<ListedPayout, "payoutId" | "amountKurus">[];
  /** Called once the proposal was accepted; the dialog then leads to it. */
  onProposed?(): void;
  onClose(): void;
}

/** Proposes to pay payouts, which counts once a second person has approved it. */
export function ProposeDialog({ payouts, onProposed, onClose }: ProposeDialogProps) {
  const t = useTranslations("staff.payouts.proposal");
  const words = useTranslations("staff");
  const language = useLanguage();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const proposal = useMutation(
    trpc.payout.propose.mutationOptions({
      onSettled: () => {
        void queries.invalidateQueries(trpc.approval.pathFilter());
        void queries.invalidateQueries(trpc.payout.pathFilter());
      },
      onSuccess: () => {
        markOpenerRemoved();
        onProposed?.();
      },
    }),
  );
  const { control, submit, failure } = useZodForm(payoutProposalInput, {
    defaultValues: { payoutIds: payouts.map(({ payoutId }) => payoutId), reason: "" },
    error: proposal.error,
    refusedFields: reasonRefusals,
  });
  const sum = displayAmount(
    payouts.reduce((total, { amountKurus }) => total + amountKurus, 0n),
    language,
  );
  const { data } = proposal;
  const { waitingChangeId } = readFailure(proposal.error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={proposal.isPending}
      finalFocus={finalFocus}
      title={data ? t("sentTitle") : t("title", { count: payouts.length })}
      description={!data && t("text", { sum })}
      actions={
        <>
          <CloseButton>{data ? words("close") : words("cancel")}</CloseButton>
          {!data && (
            <Button type="submit" form={formId} tone="primary" isBusy={proposal.isPending}>
              {t("send")}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <ProposedNotice changeId={data.changeId} />
      ) : (
        <form id={formId} onSubmit={submit((input) => proposal.mutateAsync(input))} noValidate>
          <ReasonField control={control} name="reason" />
        </form>
      )}
      {waitingChangeId !== null && <OverlapNotice changeId={waitingChangeId} isOne={payouts.length === 1} />}
      {failure && waitingChangeId === null ? (
        <FailureNotice error={failure} title={words("merchant.notSaved")} />
      ) : null}
    </Dialog>
  );
}

/** Says that a proposal that waits already contains some of the payouts, and leads to it. */
function OverlapNotice({ changeId, isOne }: { changeId: string; isOne: boolean }) {
  const t = useTranslations("staff.payouts.proposal");
  return (
    <Notice tone="bad" title={t("overlapTitle")} isUrgent>
      <p>{t(isOne ? "overlapOne" : "overlapSome")}</p>
      <TextLink href={`/staff/approvals/${changeId}`}>{t("overlapLink", { changeId })}</TextLink>
    </Notice>
  );
}
