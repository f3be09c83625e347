"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
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
  /** What keeps prices and validity from being sent; null when nothing does. */
  readonly blocker: string | null;
  /** Sending was tried while something keeps it from being sent. */
  onBlocked(): void;
}

/** Proposes a tariff with its reason, after saying when it counts. */
export function ProposeForm({ tariff, countsAtOnce, blocker, onBlocked }: ProposeProps) {
  const t = useTranslations("staff.tariffs");
  const mayWrite = useMayAsStaff("tariff.write");
  const queries = useQueryClient();
  const trpc = useTRPC();
  const [isTried, setTried] = useState(false);
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
  const send = submit(({ reason }) => proposal.mutateAsync({ ...tariff, prices: [...tariff.prices], reason }));
  const sendUnlessBlocked = (event: FormEvent) => {
    setTried(true);
    if (blocker === null) return send(event);
    event.preventDefault();
    onBlocked();
  };
  return (
    <form className="flex max-w-xl flex-col gap-3" onSubmit={sendUnlessBlocked} noValidate>
      {failure !== null && <ProposalFailure error={failure} />}
      <p className="text-ink-soft">{countsAtOnce ? t("countsAtOnce") : t("needsSecond")}</p>
      <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
      {isTried && blocker !== null && (
        <p role="alert" className="text-bad">
          {blocker}
        </p>
      )}
      <div>
        <Button tone="primary" type="submit" isBusy={proposal.isPending}>
          {countsAtOnce ? t("save") : t("propose")}
        </Button>
      </div>
    </form>
  );
}
