"use client";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useTRPC } from "../trpc";
import { PasswordSection } from "./password-section";
import { SecondFactorSection } from "./second-factor-section";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";
import { SessionsSection } from "./sessions-section";

/** The panel user's own sign-in settings. */
export function SecurityScreen() {
  return <Security self={useTRPC().self} />;
}

/** Password, second factor and sessions of the signed-in user, in the panel and in the back-office. */
function Security({ self }: { self: SelfProcedures }) {
  const t = useWords(securityWords);
  return (
    <>
      <PageHead title={t.title}>{t.intro}</PageHead>
      <SecondFactorSection self={self} />
      <PasswordSection self={self} />
      <SessionsSection self={self} />
    </>
  );
}
