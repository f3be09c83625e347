"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { signOutAt } from "./sign-in-client";

/** Ends the session on the server and loads the sign-in page, which discards all cached data. */
export function SignOutButton({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.signOut");
  const [isBusy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    await signOutAt(door).catch(() => undefined);
    window.location.assign(`/${door}/sign-in`);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void signOut()}>
      {t("leave")}
    </Button>
  );
}
