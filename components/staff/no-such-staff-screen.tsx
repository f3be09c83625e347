"use client";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";
import { useWords } from "../ui/language";
import { staffWords } from "./staff-words";

export function NoSuchStaffScreen() {
  const said = useWords(staffWords);
  return (
    <>
      <h1 className="sr-only">{said.noScreen}</h1>
      <Empty title={said.noScreen} action={<ButtonLink href="/staff">{said.partners}</ButtonLink>} />
    </>
  );
}
