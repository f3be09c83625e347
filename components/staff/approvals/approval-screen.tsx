"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { TariffChange } from "../tariffs/tariff-change";
import { useTRPC } from "../trpc";
import { ChangeState } from "./change-state";
import type { ChangeDetail } from "./change-types";
import { ChangedFields } from "./changed-fields";
import type { Decision } from "./decision-dialog";

/** Loaded when it is opened, with the form library. */
const DecisionDialog = dynamic(async () => (await import("./decision-dialog")).DecisionDialog);

/** One change that needs two people: what changes, who proposed it and why, and the decision. */
export function ApprovalScreen({ changeId }: { changeId: string }) {
  const t = useTranslations("staff.approvals");
  const change = useQuery(useTRPC().approval.get.queryOptions({ changeId }));
  const isMissing = readFailure(change.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff/approvals", label: t("back") }}
        title={change.data ? t(`kinds.${change.data.kind}`) : t("kind")}
      >
        <span className="font-mono text-xs wrap-anywhere">{changeId}</span>
      </PageHead>
      {isMissing && <Empty title={t("missing")} />}
      {change.isError && !isMissing && <FailureNotice error={change.error} onRetry={() => change.refetch()} />}
      {change.isPending && <Skeleton className="h-96 w-full" />}
      {change.data && <Change change={change.data} />}
    </>
  );
}

function Change({ change }: { change: ChangeDetail }) {
  const t = useTranslations("staff.approvals");
  const { status, partner, decidedAt, decidedBy, decisionNote, failureCode, evidence, fields } = change;
  return (
    <>
      <Decide change={change} />
      {failureCode && <Notice tone="bad">{t("workFailed", { code: failureCode })}</Notice>}
      <Section title={t("what")}>
        {change.kind === "tariff" && status === "waiting" ? (
          <TariffChange changeId={change.changeId} />
        ) : (
          <ChangedFields fields={fields} />
        )}
      </Section>
      <Section title={t("reason")}>
        <Facts
          facts={[
            { term: t("status"), value: <ChangeState status={status} /> },
            { term: t("reason"), value: <span className="whitespace-pre-line">{change.reason}</span> },
            ...(evidence ? [{ term: t("evidence"), value: <span className="wrap-anywhere">{evidence}</span> }] : []),
            ...(partner
              ? [
                  {
                    term: t("partner"),
                    value: (
                      <TextLink isInText href={`/staff/partners/${partner.partnerId}`}>
                        {partner.name}
                      </TextLink>
                    ),
                  },
                ]
              : []),
            // An account is named above already.
            ...(change.subject === partner?.partnerId
              ? []
              : [
                  {
                    term: t("subject"),
                    value: <span className="font-mono text-xs wrap-anywhere">{change.subject}</span>,
                  },
                ]),
            { term: t("proposedBy"), value: change.proposedBy },
            { term: t("proposed"), value: <DateTime at={change.proposedAt} /> },
            ...(decidedAt
              ? [
                  { term: t("decidedBy"), value: decidedBy ?? t("operator") },
                  { term: t("decided"), value: <DateTime at={decidedAt} /> },
                ]
              : []),
            ...(decisionNote ? [{ term: t("note"), value: decisionNote }] : []),
          ]}
        />
      </Section>
    </>
  );
}

/** The buttons of the decision, or why the reader may not decide. */
function Decide({ change: { changeId, status, isMine, fault, waitsForOperator } }: { change: ChangeDetail }) {
  const t = useTranslations("staff.approvals");
  const mayDecide = useMayAsStaff("change.decide");
  const [opened, setOpened] = useState<Decision | null>(null);
  const [isLate, setLate] = useState(false);
  const late = isLate && (
    <Notice tone="warn" isUrgent>
      {t("decidedBefore")}
    </Notice>
  );
  if (status !== "waiting") return late;
  return (
    <>
      {late}
      {fault && <Notice tone="info">{t(`faults.${fault}`)}</Notice>}
      {fault && waitsForOperator && <OperatorNotice changeId={changeId} />}
      {mayDecide && (
        <div className="my-4 flex flex-wrap gap-2">
          {isMine && <Button onClick={() => setOpened("withdraw")}>{t("withdraw")}</Button>}
          {fault === null && (
            <>
              <Button tone="danger" onClick={() => setOpened("reject")}>
                {t("reject")}
              </Button>
              <Button tone="primary" onClick={() => setOpened("approve")}>
                {t("approve")}
              </Button>
            </>
          )}
        </div>
      )}
      {opened && (
        <DecisionDialog
          changeId={changeId}
          decision={opened}
          onClose={() => setOpened(null)}
          onDecidedBefore={() => {
            setOpened(null);
            setLate(true);
          }}
        />
      )}
    </>
  );
}

/** The command with which the operator of the host approves, while too few people of staff may. */
function OperatorNotice({ changeId }: { changeId: string }) {
  const t = useTranslations("staff.approvals");
  const command = `npm run admin -- approve ${changeId} --reason "…"`;
  return (
    <div className="mt-3">
      <Notice tone="info" title={t("byOperator")}>
        <p>{t("byOperatorHelp")}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs wrap-anywhere">{command}</code>
          <CopyButton text={command} />
        </p>
      </Notice>
    </div>
  );
}
