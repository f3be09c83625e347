"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { eventTypes } from "@/server/domain/webhooks/delivery-address";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { deliveriesWords } from "./deliveries-words";

const hourMs = 3_600_000;

/** ms. */
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
type Span = keyof typeof spans;
const spanNames = Object.keys(spans) as Span[];

/** Counts first what failed in a span of time, then has it sent again. `onClose` hears how many; null: none were sent. */
export function ResendFailedDialog({ onClose }: { onClose: (count: number | null) => void }) {
  const said = useWords(deliveriesWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const [span, setSpan] = useState<Span>("day");
  const [type, setType] = useState("");
  const wanted = {
    sinceMs: spans[span],
    types: eventTypes.filter((one) => one === type),
  };
  const counted = useQuery(trpc.webhook.countFailed.queryOptions(wanted, { staleTime: 0 }));
  const { act, isBusy, error, confirmation } = useAct(
    trpc.webhook.resendFailed.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.list.pathFilter()),
    }),
  );
  const { count = 0, hasMore = false } = counted.data ?? {};
  return (
    <>
      <Dialog
        isOpen
        onClose={() => onClose(null)}
        isBusy={isBusy}
        title={said.resendTitle}
        description={said.resendText}
        actions={
          <>
            <CloseButton>{said.cancel}</CloseButton>
            <Button
              tone="primary"
              disabled={count === 0}
              isBusy={isBusy}
              onClick={() => act(wanted, (sent) => onClose(sent.count))}
            >
              {said.resend(count)}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={said.since}
            value={span}
            onChange={({ target }) => setSpan(spanNames.find((one) => one === target.value) ?? "day")}
          >
            {spanNames.map((one) => (
              <option key={one} value={one}>
                {said.spans[one]}
              </option>
            ))}
          </SelectField>
          <SelectField label={said.type} value={type} onChange={({ target }) => setType(target.value)}>
            <option value="">{said.any}</option>
            {eventTypes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        </div>
        <p aria-live="polite" className="font-medium">
          {counted.data ? said.count(count, hasMore) : said.counting}
        </p>
        {(error ?? counted.error) && <FailureNotice error={error ?? counted.error} title={said.failedAct} />}
      </Dialog>
      {confirmation}
    </>
  );
}
