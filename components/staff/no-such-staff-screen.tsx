"use client";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";
import { useWords } from "../ui/language";
import { staffWords } from "./staff-words";

export function NoSuchStaffScreen() {
  const t = useWords(staffWords);
  return (
    <>
      <h1 className="sr-only">{t.noScreen}</h1>
      <Empty title={t.noScreen} action={<ButtonLink href="/staff">{t.partners}</ButtonLink>} />
    </>
  );
}
