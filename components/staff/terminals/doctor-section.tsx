"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { listFindingFacts, writeDoctorLetter } from "@/messages/doctor-letter";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { DiagnosedConnection, TerminalDetail } from "./terminal-types";

const OverrideDialog = dynamic(async () => (await import("./override-dialog")).OverrideDialog);

type Diagnosis = NonNullable<DiagnosedConnection["diagnosis"]>;

interface DoctorProps {
  readonly terminal: TerminalDetail;
  readonly connection: DiagnosedConnection;
}

/** What the connection doctor found out about a connection last, and the way to go live. */
export function DoctorSection({ terminal, connection }: DoctorProps) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSettled = () => void queries.invalidateQueries(trpc.terminal.pathFilter());
  const diagnose = useMutation(trpc.terminal.diagnose.mutationOptions({ onSettled }));
  const goLive = useMutation(trpc.terminal.goLive.mutationOptions({ onSettled }));
  const mayWrite = useMayAsStaff("terminal.write");
  const { diagnosis, live, isProposed } = connection;
  const which = { terminalId: terminal.terminalId, connectionId: connection.connectionId };
  const mayGoLive = mayWrite && !live && !isProposed;
  return (
    <Section
      title={isProposed ? t("doctorOfProposal") : t("doctor")}
      actions={
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button
              tone={diagnosis?.passed ? "plain" : "primary"}
              isBusy={diagnose.isPending}
              onClick={() => diagnose.mutate(which)}
            >
              {diagnosis ? t("diagnoseAgain") : t("diagnose")}
            </Button>
            {mayGoLive && diagnosis?.passed && (
              <Button tone="primary" isBusy={goLive.isPending} onClick={() => goLive.mutate(which)}>
                {t("goLive")}
              </Button>
            )}
            {mayGoLive && !diagnosis?.passed && <Override terminal={terminal} connection={connection} />}
          </div>
        )
      }
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        {diagnose.isPending && <Notice tone="info">{t("diagnosing")}</Notice>}
        {diagnose.error && <FailureNotice error={diagnose.error} title={t("notDiagnosed")} />}
        {goLive.error && <FailureNotice error={goLive.error} title={t("notLive")} />}
        {diagnosis ? (
          <Result diagnosis={diagnosis} terminal={terminal} />
        ) : (
          <Notice tone="info">{t("neverDiagnosed")}</Notice>
        )}
      </div>
    </Section>
  );
}

/** Going live without a passed diagnosis, for a reason. */
function Override({ terminal, connection }: DoctorProps) {
  const t = useTranslations("staff.terminal");
  const [isOpen, setOpen] = useState(false);
  if (!useMayAsStaff("terminal.override")) return null;
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        {t("override")}
      </Button>
      {isOpen && (
        <OverrideDialog
          terminalId={terminal.terminalId}
          connectionId={connection.connectionId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Result({ diagnosis, terminal }: { diagnosis: Diagnosis; terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const doctor = useTranslations("staff.doctor");
  const { passed, findings, checks, at, by } = diagnosis;
  return (
    <>
      <Notice tone={passed ? "good" : "bad"} title={passed ? t("passed") : t("findings", { count: findings.length })}>
        <DateTime at={at} style="second" /> · {by}
      </Notice>
      {findings.map((finding) => (
        <Finding key={finding.cause} {...{ finding, diagnosis, terminal }} />
      ))}
      <details className="rounded-card border border-line px-4 py-2">
        <summary className="cursor-pointer">{t("checks")}</summary>
        <ul className="mt-2 grid gap-1 sm:grid-cols-2">
          {checks.map(({ check, state }) => (
            <li key={check} className="flex flex-wrap justify-between gap-x-3">
              {doctor(`checks.${check}`)}
              <State tone={checkTones[state]}>{doctor(`states.${state}`)}</State>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const checkTones = { fine: "good", fault: "bad", not_asked: "quiet" } as const;

interface FindingProps {
  readonly finding: Diagnosis["findings"][number];
  readonly diagnosis: Diagnosis;
  readonly terminal: TerminalDetail;
}

/** One cause: what is wrong, who can mend it, what to do next, and the letter to the bank. */
function Finding({ finding, diagnosis, terminal: { egressAddresses } }: FindingProps) {
  const t = useTranslations("staff.terminal");
  const doctor = useTranslations("staff.doctor");
  const { cause, mender, severity } = finding;
  const letter = writeDoctorLetter(doctor, finding, diagnosis);
  const body = egressAddresses.length
    ? letter.body.replace(doctor("letter.addressBlank"), egressAddresses.join(", "))
    : letter.body;
  const text = `${letter.subject}\n\n${body}`;
  return (
    <article className="rounded-card border border-line p-4">
      <h3 className="font-semibold">{doctor(`causes.${cause}.title`)}</h3>
      <p className="mt-1 flex flex-wrap gap-x-4 text-ink-soft">
        <State tone={severity === "blocking" ? "bad" : "warn"}>{doctor(`severities.${severity}`)}</State>
        <span>{doctor(`menders.${mender}`)}</span>
      </p>
      <p className="mt-2">{doctor(`causes.${cause}.explanation`)}</p>
      <p className="mt-1 font-medium">{doctor(`causes.${cause}.action`)}</p>
      <ul className="mt-2 text-ink-soft">
        {listFindingFacts(doctor, finding).map(([name, value]) => (
          <li key={name} className="wrap-anywhere">
            {name}: {value}
          </li>
        ))}
      </ul>
      {mender === "bank" || cause === "unknown" ? (
        <details className="mt-3">
          <summary className="cursor-pointer font-medium">{doctor("letter.title")}</summary>
          <pre className="my-2 rounded-control bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {text}
          </pre>
          <CopyButton text={text} label={t("copyLetter")} />
        </details>
      ) : null}
    </article>
  );
}
