"use client";
import { ButtonLink } from "./button";
import { useWords } from "./language";

const words = {
  tr: { newest: "En yeniler", older: "Daha eskiler" },
  en: { newest: "Newest", older: "Older" },
};

/** Under a list whose place stands in the address. @param newest, older null: there, or nothing further */
export function Pager({ newest, older }: { newest: string | null; older: string | null }) {
  const said = useWords(words);
  if (newest === null && older === null) return null;
  return (
    <div className="mt-4 flex justify-end gap-2">
      {newest !== null && <ButtonLink href={newest}>{said.newest}</ButtonLink>}
      {older !== null && <ButtonLink href={older}>{said.older}</ButtonLink>}
    </div>
  );
}
