"use client";
import { ButtonLink } from "./button";
import { useWords } from "./language";

const words = {
  tr: { newest: "En yeniler", older: "Daha eskiler" },
  en: { newest: "Newest", older: "Older" },
};

/**
 * The links below a list whose position is in the URL. A null link is not shown: `newest` is null on the first page,
 * `older` on the last one.
 */
export function Pager({ newest, older }: { newest: string | null; older: string | null }) {
  const t = useWords(words);
  if (newest === null && older === null) return null;
  return (
    <div className="mt-4 flex justify-end gap-2">
      {newest !== null && <ButtonLink href={newest}>{t.newest}</ButtonLink>}
      {older !== null && <ButtonLink href={older}>{t.older}</ButtonLink>}
    </div>
  );
}
