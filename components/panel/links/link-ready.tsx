"use client";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import type { ShownLink } from "./link-type";
import { newLinkWords } from "./new-link-words";
import { ShareLink } from "./share-link";

/** A link that has just been created, to be shared at once. */
export function LinkReady({ link, onAnother }: { link: ShownLink; onAnother(): void }) {
  const said = useWords(newLinkWords);
  const language = useLanguage();
  return (
    <>
      <PageHead
        title={said.readyTitle}
        back={{ href: "/panel/links", label: said.back }}
        actions={
          <>
            <Button onClick={onAnother}>{said.another}</Button>
            <ButtonLink href={`/panel/links/${link.id}`} tone="primary">
              {said.toLink}
            </ButtonLink>
          </>
        }
      >
        <p role="status">{said.readyHelp(displayAmount(link.amount, language))}</p>
      </PageHead>
      <ShareLink link={link} />
    </>
  );
}
