"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { monthText } from "./month-text";

type Obstacle = PanelOutputs["statement"]["obstacles"][number];

/** Closes a month after it was said what that means, or says what keeps the month open. */
export function CloseMonthDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useTranslations("panel.statement");
  const name = monthText(month, useLanguage());
  const trpc = useTRPC();
  const client = useQueryClient();
  const obstacles = useQuery({ ...trpc.statement.obstacles.queryOptions({ month }), staleTime: 0 });
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    trpc.statement.closeMonth.mutationOptions({
      onSettled: () => client.invalidateQueries(trpc.statement.pathFilter()),
    }),
  );
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const close = () =>
    mutate({ month }, () => {
      markOpenerRemoved();
      onClose();
    });
  const isFree = obstacles.data?.length === 0;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        isBusy={isBusy}
        title={t("closeTitle", { month: name })}
        description={t("closeText")}
        finalFocus={finalFocus}
        actions={
          <>
            <CloseButton>{t("cancel")}</CloseButton>
            {isFree && (
              <Button tone="primary" isBusy={isBusy} onClick={close}>
                {t("confirm")}
              </Button>
            )}
          </>
        }
      >
        {error && <FailureNotice title={t("failed")} error={error} />}
        {obstacles.error && <FailureNotice error={obstacles.error} onRetry={obstacles.refetch} />}
        {obstacles.isPending && <Skeleton className="h-9 w-full" />}
        {obstacles.data && !isFree && <Obstacles obstacles={obstacles.data} />}
      </Dialog>
      {confirmation}
    </>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  return (
    <Notice tone="warn" title={t("obstaclesTitle")}>
      <p>{t("obstacles")}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {obstacles.map(({ kind, paymentCode, partnerTxCode, sentAt }) => (
          <li key={`${kind} ${paymentCode}`}>
            <TextLink href={`/panel/payments/${paymentCode}`}>{partnerTxCode}</TextLink>{" "}
            {t("sentAt", { kind: t(`obstacle.${kind}`), at: dateTimeText(sentAt, language) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
