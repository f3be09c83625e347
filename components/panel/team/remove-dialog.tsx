"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { CheckField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

export type Member = PanelOutputs["team"]["list"][number];

/** Returns the member's name, or the e-mail address when there is no name. */
export const formatMemberName = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;

export interface MemberDialogProps {
  readonly member: Member;
  /** @param done the sentence that confirms the change, when there was one */
  onClose(done?: string): void;
}

/** Returns mutation options that fetch the team again after every outcome, even when the dialog was closed. */
export function useRefetchTeam() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()) };
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const removal = useMutationWithConfirmation(trpc.team.remove.mutationOptions(useRefetchTeam()));
  const keys = useQuery(trpc.team.keys.queryOptions({ userId: member.userId }, { staleTime: 0 }));
  const [keptKeyIds, setKept] = useState<readonly string[]>([]);
  const person = formatMemberName(member);
  const remove = () =>
    removal.mutate({ userId: member.userId, keptKeyIds: [...keptKeyIds] }, () => {
      markOpenerRemoved();
      onClose(t("removed", { person }));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isBusy}
      finalFocus={finalFocus}
      title={t("removeTitle", { person })}
      description={t("removeHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={removal.isBusy} disabled={!keys.data} onClick={remove}>
            {t("removeNow")}
          </Button>
        </>
      }
    >
      {member.isSelf && <Notice tone="warn">{t("removeSelf")}</Notice>}
      {keys.error && <FailureNotice error={keys.error} title={t("keysNotRead")} onRetry={keys.refetch} />}
      {keys.isPending && <Skeleton className="h-11 w-full" />}
      {keys.data && keys.data.length > 0 && <KnownKeys keys={keys.data} keptIds={keptKeyIds} onChange={setKept} />}
      {removal.error && <FailureNotice error={removal.error} title={t("notRemoved")} />}
      {removal.confirmation}
    </Dialog>
  );
}

/** The API keys that the member knows: each is revoked with the removal unless its mark is taken away. */
function KnownKeys({
  keys,
  keptIds,
  onChange,
}: {
  keys: PanelOutputs["team"]["keys"];
  keptIds: readonly string[];
  onChange(keptIds: readonly string[]): void;
}) {
  const t = useTranslations("panel.team");
  const language = useLanguage();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t("knownKeys")}</legend>
      {keys.map(({ keyId, name, prefix, lastUsedAt }) => (
        <CheckField
          key={keyId}
          label={t("revokeKey", { name, prefix })}
          hint={lastUsedAt ? t("keyUsed", { at: dateTimeText(lastUsedAt, language) }) : t("keyUnused")}
          checked={!keptIds.includes(keyId)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? keptIds.filter((id) => id !== keyId) : [...keptIds, keyId])
          }
        />
      ))}
      {keptIds.length > 0 && <Notice tone="warn">{t("keptWarn", { count: keptIds.length })}</Notice>}
    </fieldset>
  );
}
