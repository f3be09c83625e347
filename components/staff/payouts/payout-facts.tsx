"use client";
import { useTranslations } from "use-intl/react";
import { useStateWord } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import { type Fact, Facts } from "../../ui/facts";
import { dash } from "../../ui/list/common-columns";
import { TextLink } from "../../ui/text-link";
import type { PayoutDetail } from "./payout-types";

/** What is known about a payout: where its money goes, who approved it, and how its way has gone so far. */
export function PayoutFacts({ payout }: { payout: PayoutDetail }) {
  const account = useAccountFacts(payout);
  const bank = useBankFacts(payout);
  const moments = useMoments(payout);
  return <Facts facts={[...account, ...bank, ...moments]} />;
}

function useAccountFacts(payout: PayoutDetail): Fact[] {
  const t = useTranslations("staff.payout");
  const words = useTranslations("staff.payouts");
  const { valueDate, ibanMasked, beneficiary, lineCount, carriedKurus } = payout;
  return [
    { term: words("valueDate"), value: <DateTime at={valueDate} style="day" /> },
    {
      term: words("iban"),
      value: ibanMasked === null ? dash : <span className="font-mono text-xs">{ibanMasked}</span>,
    },
    ...(beneficiary === null ? [] : [{ term: t("beneficiary"), value: beneficiary }]),
    { term: words("lines"), value: lineCount },
    ...(carriedKurus === 0n ? [] : [{ term: t("carried"), value: <Amount kurus={carriedKurus} /> }]),
  ];
}

function useBankFacts(payout: PayoutDetail): Fact[] {
  const t = useTranslations("staff.payout");
  const { approvedAt, fileId, bankReference, failure } = payout;
  return [
    ...(approvedAt === null ? [] : [{ term: t("approval"), value: <Approval payout={payout} /> }]),
    ...(fileId === null
      ? []
      : [
          {
            term: t("file"),
            value: (
              <TextLink isInText href="/staff/payouts/files" className="font-mono text-xs">
                {fileId}
              </TextLink>
            ),
          },
        ]),
    ...(bankReference === null
      ? []
      : [{ term: t("bankReference"), value: <span className="font-mono text-xs">{bankReference}</span> }]),
    ...(failure === null ? [] : [{ term: t("failure"), value: t(`failures.${failure}`) }]),
  ];
}

function Approval({ payout: { approval } }: { payout: PayoutDetail }) {
  const t = useTranslations("staff.payout");
  if (approval === null) return t("approvedBySandbox");
  const { changeId, proposedBy: proposer, decidedBy: decider } = approval;
  return (
    <>
      {decider === null ? t("approvedByOperator", { proposer }) : t("approvedBy", { proposer, decider })}{" "}
      <TextLink isInText href={`/staff/approvals/${changeId}`}>
        {t("toApproval")}
      </TextLink>
    </>
  );
}

/** The moments in which the payout came into its states. */
function useMoments({ status, createdAt, approvedAt, sentAt, endedAt }: PayoutDetail): Fact[] {
  const stateWord = useStateWord();
  const moments = [
    ["prepared", createdAt],
    ["approved", approvedAt],
    ["sent", sentAt],
    [status, endedAt],
  ] as const;
  return moments.flatMap(([state, at]) =>
    at === null ? [] : [{ term: stateWord("payout", state), value: <DateTime at={at} /> }],
  );
}
