"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { postSignedOut } from "./signed-out-client";

/** Offers a mailed link to a person whom the wrong attempts of others keep out. The answer is always the same. */
export function DeviceLinkOffer({ door, email }: { door: SignInDoor; email: string }) {
  const t = useTranslations("shared.signIn");
  const asking = useMutation({ mutationFn: () => postSignedOut(`/${door}/device/ask`, { email }) });
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      {asking.isSuccess && <Notice tone="good">{t("linkSent")}</Notice>}
      {asking.error ? <FailureNotice error={asking.error} title={t("linkFailed")} /> : null}
      {!asking.isSuccess && (
        <Button isBusy={asking.isPending} onClick={() => asking.mutate()} className="min-h-11">
          {t("sendLink")}
        </Button>
      )}
    </div>
  );
}
