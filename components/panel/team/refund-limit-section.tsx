"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { CheckField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { teamWords } from "./team-words";

/** The amount above which a refund needs a second user's approval (S32). */
export function RefundLimitSection() {
  const t = useWords(teamWords);
  const language = useLanguage();
  const trpc = useTRPC();
  const mayChange = useMay("refund.limit");
  const { data, error, refetch } = useQuery(trpc.refund.limit.queryOptions());
  const [isChanging, setChanging] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const limitText = (limit: bigint | null): string => {
    if (limit === null) return t.limitNone;
    return limit === 0n ? t.limitAll : t.limitAbove(displayAmount(limit, language));
  };
  const change = () => {
    setSaved(false);
    setChanging(true);
  };
  const close = (wasSaved = false) => {
    setChanging(false);
    setSaved(wasSaved);
  };
  const button = mayChange && data && <Button onClick={change}>{t.limitChange}</Button>;
  return (
    <Section title={t.limit} actions={button}>
      <p className="mb-3 max-w-prose text-ink-soft">{t.limitHelp}</p>
      <div aria-live="polite" className={isSaved ? "mb-3" : undefined}>
        {isSaved && <Notice tone="good">{t.limitSaved}</Notice>}
      </div>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-11 w-full" />}
      {data && <Facts facts={[{ term: t.limitNow, value: limitText(data.limit) }]} />}
      {data?.next && (
        <div className="mt-3">
          <Notice tone="info">{t.limitNext(limitText(data.next.limit), dateTimeText(data.next.at, language))}</Notice>
        </div>
      )}
      {data && data.limit !== null && data.otherDeciders === 0 && (
        <div className="mt-3">
          <Notice tone="warn">{t.limitAlone}</Notice>
        </div>
      )}
      {isChanging && data && <LimitDialog limit={data.limit} onClose={close} />}
    </Section>
  );
}

function LimitDialog({ limit, onClose }: { limit: bigint | null; onClose(wasSaved?: boolean): void }) {
  const t = useWords(teamWords);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isOff, setOff] = useState(limit === null);
  const [amount, setAmount] = useState(limit);
  const [isInvalid, setInvalid] = useState(false);
  const change = useMutationWithConfirmation(
    trpc.refund.setLimit.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.refund.pathFilter()),
    }),
  );
  const save = () => {
    setInvalid(!isOff && amount === null);
    if (!isOff && amount === null) return;
    change.mutate({ limit: isOff ? null : amount }, () => onClose(true));
  };
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      isBusy={change.isBusy}
      title={t.limitTitle}
      description={t.limitHelp}
      actions={
        <>
          <CloseButton>{t.cancel}</CloseButton>
          <Button tone="primary" isBusy={change.isBusy} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <CheckField label={t.limitOff} checked={isOff} onChange={({ currentTarget }) => setOff(currentTarget.checked)} />
      {isOff ? (
        <Notice tone="warn">{t.limitOffWarning}</Notice>
      ) : (
        <AmountField
          label={t.limitAmount}
          hint={t.limitAmountHint}
          initial={amount}
          onAmount={setAmount}
          error={isInvalid && amount === null ? t.limitInvalid : null}
        />
      )}
      {change.error && <FailureNotice error={change.error} title={t.limitNotSaved} />}
      {change.confirmation}
    </Dialog>
  );
}
