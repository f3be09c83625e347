"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { CheckField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { teamWords } from "./team-words";

/** Above what refunds want a second person (S32). */
export function RefundLimitSection() {
  const said = useWords(teamWords);
  const language = useLanguage();
  const trpc = useTRPC();
  const mayChange = useMay("refund.limit");
  const { data, error, refetch } = useQuery(trpc.refund.limit.queryOptions());
  const [isChanging, setChanging] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const limitText = (limit: bigint | null): string => {
    if (limit === null) return said.limitNone;
    return limit === 0n ? said.limitAll : said.limitAbove(displayAmount(limit, language));
  };
  const change = () => {
    setSaved(false);
    setChanging(true);
  };
  const close = (wasSaved = false) => {
    setChanging(false);
    setSaved(wasSaved);
  };
  const button = mayChange && data && <Button onClick={change}>{said.limitChange}</Button>;
  return (
    <Section title={said.limit} actions={button}>
      <p className="mb-3 max-w-prose text-ink-soft">{said.limitHelp}</p>
      <div aria-live="polite" className={isSaved ? "mb-3" : undefined}>
        {isSaved && <Notice tone="good">{said.limitSaved}</Notice>}
      </div>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-11 w-full" />}
      {data && <Facts facts={[{ term: said.limitNow, value: limitText(data.limit) }]} />}
      {data?.next && (
        <div className="mt-3">
          <Notice tone="info">
            {said.limitNext(limitText(data.next.limit), momentText(data.next.at, language))}
          </Notice>
        </div>
      )}
      {data && data.limit !== null && data.otherDeciders === 0 && (
        <div className="mt-3">
          <Notice tone="warn">{said.limitAlone}</Notice>
        </div>
      )}
      {isChanging && data && <LimitDialog limit={data.limit} onClose={close} />}
    </Section>
  );
}

function LimitDialog({ limit, onClose }: { limit: bigint | null; onClose(wasSaved?: boolean): void }) {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isOff, setOff] = useState(limit === null);
  const [amount, setAmount] = useState(limit);
  const [isInvalid, setInvalid] = useState(false);
  const change = useAct(
    trpc.refund.setLimit.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.refund.pathFilter()),
    }),
  );
  const save = () => {
    setInvalid(!isOff && amount === null);
    if (!isOff && amount === null) return;
    change.act({ limit: isOff ? null : amount }, () => onClose(true));
  };
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      isBusy={change.isBusy}
      title={said.limitTitle}
      description={said.limitHelp}
      actions={
        <>
          <CloseButton>{said.cancel}</CloseButton>
          <Button tone="primary" isBusy={change.isBusy} onClick={save}>
            {said.save}
          </Button>
        </>
      }
    >
      <CheckField
        label={said.limitOff}
        checked={isOff}
        onChange={({ currentTarget }) => setOff(currentTarget.checked)}
      />
      {isOff ? (
        <Notice tone="warn">{said.limitOffWarning}</Notice>
      ) : (
        <AmountField
          label={said.limitAmount}
          hint={said.limitAmountHint}
          initial={amount}
          onAmount={setAmount}
          error={isInvalid && amount === null ? said.limitInvalid : null}
        />
      )}
      {change.error && <FailureNotice error={change.error} title={said.limitNotSaved} />}
      {change.confirmation}
    </Dialog>
  );
}
