"use client";
import { useState } from "react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { useWords } from "../../ui/language";
import { signOutAt } from "./sign-in-client";

const words = { tr: { leave: "Çıkış yap" }, en: { leave: "Sign out" } };

/** Ends the session on the server and loads the sign-in page, which discards all cached data. */
export function SignOutButton({ door }: { door: SignInDoor }) {
  const { leave } = useWords(words);
  const [isBusy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    await signOutAt(door).catch(() => undefined);
    window.location.assign(`/${door}/sign-in`);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void signOut()}>
      {leave}
    </Button>
  );
}
