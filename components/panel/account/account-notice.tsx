"use client";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import type { Account } from "../outputs";
import { accountWords } from "./account-words";

/** Why nothing new is accepted, in plain words; nothing for an account that is open. */
export function AccountNotice({ account: { status, hold } }: { account: Pick<Account, "status" | "hold"> }) {
  const said = useWords(accountWords);
  const which = status !== "active" ? status : hold ? "held" : null;
  if (which === null) return null;
  const { title, body } = said.notices[which];
  return (
    <div className="mb-8">
      <Notice tone={which === "closed" ? "bad" : "warn"} title={title}>
        <p className="max-w-prose">{body}</p>
        {which === "held" && hold && (
          <dl className="mt-2 grid max-w-prose gap-x-4 sm:grid-cols-[auto_1fr]">
            <dt className="font-medium">{said.reasonTerm}</dt>
            <dd>{said.reasons[hold.reason]}</dd>
            {hold.since && (
              <>
                <dt className="font-medium">{said.heldSince}</dt>
                <dd>
                  <Moment at={hold.since} />
                </dd>
              </>
            )}
          </dl>
        )}
      </Notice>
    </div>
  );
}
