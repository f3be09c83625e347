"use client";
import { type ChangeEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { logoBytesMax, logoTypes } from "@/server/domain/partners/logo";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { LogoPicture } from "../../ui/logo-picture";
import { readFailure } from "../../ui/read-failure";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { useRefetchAccount } from "./use-refetch-account";

/** Uploads another logo, which buyers see once staff have approved it. */
export function LogoDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations("panel.account.company");
  const request = useMutationWithConfirmation(useTRPC().account.requestLogo.mutationOptions(useRefetchAccount()));
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    request.reset();
    setFile(null);
    setFault(null);
    if (!chosen) return;
    if (chosen.size > logoBytesMax) setFault(t("logoTooLarge", { size: logoBytesMax / 1_024 }));
    else setFile(await readDataUrl(chosen));
  };
  const send = () => {
    if (file === null) setFault(fault ?? t("logoNoFile"));
    else request.mutate({ content: file.slice(file.indexOf(",") + 1) }, onClose);
  };
  const refusal = request.error ? readFailure(request.error) : null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={request.isBusy}
      title={t("changeLogo")}
      description={t("logoHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="primary" isBusy={request.isBusy} onClick={send}>
            {t("askLogoSave")}
          </Button>
        </>
      }
    >
      <TextField
        type="file"
        accept={logoTypes}
        label={t("logoFile")}
        hint={t("logoHint", { size: logoBytesMax / 1_024 })}
        error={fault ?? (refusal?.problem ? refusal.message : null)}
        onChange={(event) => void choose(event)}
      />
      {file !== null && !refusal && <LogoPicture src={file} alt={t("logoPreview")} />}
      {request.error && !refusal?.problem ? <FailureNotice error={request.error} title={t("notAsked")} /> : null}
      {request.confirmation}
    </Dialog>
  );
}

/** Reads a file as a `data:` address. */
const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
