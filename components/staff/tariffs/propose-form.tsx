"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { reasonForm } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { ProposalFailure, ProposalResult } from "./proposal-outcome";

interface ProposeProps {
  readonly tariff: {
    readonly terminalId: string;
    readonly prices: readonly TariffPrice[];
    /** Null for the approval. */
    readonly validFrom: Date | null;
    readonly validTo: Date | null;
  };
  /** Whether no second person is needed. */
  readonly countsAtOnce: boolean;
  /** Whether prices and validity are complete and without a fault. */
  readonly isReady: boolean;
}

/** Proposes a tariff with its reason, after saying when it counts. */
export function ProposeForm({ tariff, countsAtOnce, isReady }: ProposeProps) {
  const t = useTranslations("staff.tariffs");
  const mayWrite = useMayAsStaff("tariff.write");
  const queries = useQueryClient();
  const trpc = useTRPC();
  const proposal = useMutation(
    trpc.tariff.propose.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.approval.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(reasonForm, {
    defaultValues: { reason: "" },
    error: proposal.error,
  });
  if (!mayWrite) return <p className="text-ink-soft">{t("mayNotPropose")}</p>;
  if (proposal.data) return <ProposalResult changeId={proposal.data.changeId} />;
  return (
    <form
      className="flex max-w-xl flex-col gap-3"
      onSubmit={submit(({ reason }) =>
        isReady ? proposal.mutateAsync({ ...tariff, prices: [...tariff.prices], reason }) : undefined,
      )}
    >
      {failure !== null && <ProposalFailure error={failure} />}
      <p className="text-ink-soft">{countsAtOnce ? t("countsAtOnce") : t("needsSecond")}</p>
      <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
      {!isReady && <p className="text-ink-soft">{t("notReady")}</p>}
      <div>
        <Button tone="primary" type="submit" disabled={!isReady} isBusy={proposal.isPending}>
          {countsAtOnce ? t("save") : t("propose")}
        </Button>
      </div>
    </form>
  );
}
