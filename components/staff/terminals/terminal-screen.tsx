"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button, ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { ConnectionSection } from "./connection-section";
import { TerminalFacts } from "./terminal-facts";
import type { TerminalDetail } from "./terminal-types";
import { TraceSection } from "./trace-section";

const SwitchDialog = dynamic(async () => (await import("./switch-dialog")).SwitchDialog);

/** One terminal: its switches, its limits, its bank connection, and what its bank answered last. */
export function TerminalScreen({ terminalId }: { terminalId: string }) {
  const t = useTranslations("staff.terminal");
  const terminal = useQuery(useTRPC().terminal.get.queryOptions({ terminalId }));
  const mayWrite = useMayAsStaff("terminal.write");
  const isMissing = readFailure(terminal.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff/terminals", label: t("title") }}
        title={terminal.data?.name ?? terminalId}
        actions={
          terminal.data && (
            <>
              <ButtonLink href={`/staff/terminals/${terminalId}/tariffs`}>{t("tariffs")}</ButtonLink>
              {mayWrite && <SwitchButton terminal={terminal.data} />}
            </>
          )
        }
      >
        <span className="font-mono text-xs wrap-anywhere">{terminalId}</span>
      </PageHead>
      {isMissing && <Empty title={t("missing")} />}
      {terminal.isError && !isMissing && <FailureNotice error={terminal.error} onRetry={() => terminal.refetch()} />}
      {terminal.isPending && <Skeleton className="h-96 w-full" />}
      {terminal.data && (
        <>
          <Obstacles terminal={terminal.data} />
          <ConnectionSection terminal={terminal.data} />
          <TerminalFacts terminal={terminal.data} />
          <TraceSection terminal={terminal.data} />
        </>
      )}
    </>
  );
}

function SwitchButton({ terminal }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const [isOpen, setOpen] = useState(false);
  if (terminal.state === "set_up") return null;
  return (
    <>
      <Button tone={terminal.active ? "danger" : "primary"} onClick={() => setOpen(true)}>
        {terminal.active ? t("switchOff") : t("switchOn")}
      </Button>
      {isOpen && <SwitchDialog terminal={terminal} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says what keeps the terminal from taking payments, apart from its connection. */
function Obstacles({ terminal }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const { terminalId, partner, hasTariff, tariffChangeId } = terminal;
  const mayPropose = useMayAsStaff("tariff.write");
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden">
      {partner.status !== "active" && <Notice tone="warn">{t(`partnerIs.${partner.status}`)}</Notice>}
      {!hasTariff && (
        <Notice tone="warn">
          {t("noTariff")}{" "}
          {mayPropose && tariffChangeId === null && (
            <TextLink isInText href={`/staff/terminals/${terminalId}/tariffs/new`}>
              {t("newTariff")}
            </TextLink>
          )}
        </Notice>
      )}
      {tariffChangeId !== null && (
        <Notice tone="warn">
          {t("tariffWaits")}{" "}
          <TextLink isInText href={`/staff/approvals/${tariffChangeId}`}>
            {t("toProposal")}
          </TextLink>
        </Notice>
      )}
    </div>
  );
}
