"use client";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useTRPC } from "../trpc";
import { PasswordSection } from "./password-section";
import { SecondFactorSection } from "./second-factor-section";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";
import { SessionsSection } from "./sessions-section";

/** How one signs in to the panel. */
export function SecurityScreen() {
  return <Security self={useTRPC().self} />;
}

/** Password, second factor and sessions of whoever is signed in, at either door. */
export function Security({ self }: { self: SelfProcedures }) {
  const said = useWords(securityWords);
  return (
    <>
      <PageHead title={said.title}>{said.intro}</PageHead>
      <SecondFactorSection self={self} />
      <PasswordSection self={self} />
      <SessionsSection self={self} />
    </>
  );
}
