"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { Facts } from "../../ui/facts";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { DoctorSection } from "./doctor-section";
import type { ShownConnection, TerminalDetail } from "./terminal-types";

const CredentialsDialog = dynamic(async () => (await import("./credentials-dialog")).CredentialsDialog);

/** The bank connections of a terminal, and the address that the bank has to register. */
export function ConnectionSection({ terminal }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const { connection, proposal, formerConnections } = terminal;
  const [isEntering, setEntering] = useState(false);
  const mayWrite = useMayAsStaff("terminal.write");
  return (
    <>
      <Section
        title={t("connection")}
        actions={
          mayWrite &&
          !proposal && (
            <Button tone={connection ? "plain" : "primary"} onClick={() => setEntering(true)}>
              {connection ? t("replaceCredentials") : t("enterCredentials")}
            </Button>
          )
        }
      >
        {connection ? (
          <ConnectionFacts connection={connection} />
        ) : (
          <Empty title={t(proposal ? "noneInUse" : "noConnection")} />
        )}
        <Egress terminal={terminal} />
        {isEntering && <CredentialsDialog terminal={terminal} onClose={() => setEntering(false)} />}
      </Section>
      {connection && <DoctorSection terminal={terminal} connection={connection} />}
      {proposal && (
        <Section title={t("proposal")}>
          <Notice tone="warn">
            {t("proposalWaits")}{" "}
            <TextLink isInText href={`/staff/approvals/${proposal.changeId}`}>
              {t("toProposal")}
            </TextLink>
          </Notice>
          <div className="mt-3">
            <ConnectionFacts connection={proposal.connection} />
          </div>
        </Section>
      )}
      {proposal && <DoctorSection terminal={terminal} connection={proposal.connection} />}
      {formerConnections.length > 0 && (
        <Section title={t("formerConnections")}>
          <div className="flex flex-col gap-3">
            {formerConnections.map((former) => (
              <ConnectionFacts key={former.connectionId} connection={former} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

const toTone = ({ replacedAt, isProposed, live }: ShownConnection) =>
  replacedAt === null && !isProposed && live ? "good" : isProposed || replacedAt === null ? "warn" : "quiet";

function ConnectionFacts({ connection }: { connection: ShownConnection }) {
  const t = useTranslations("staff.terminal");
  const { facts, replacedAt, createdAt } = connection;
  return (
    <Facts
      facts={[
        {
          term: t("connectionState"),
          value: <State tone={toTone(connection)}>{t(`connectionStates.${toWord(connection)}`)}</State>,
        },
        { term: t("bank"), value: connection.bankName },
        { term: t("entered"), value: <DateTime at={createdAt} /> },
        ...(replacedAt ? [{ term: t("replaced"), value: <DateTime at={replacedAt} /> }] : []),
        ...(facts
          ? [
              { term: t("merchantNumber"), value: <Mono text={facts.merchantNumber} /> },
              {
                term: t("stored"),
                value: facts.fields.map((key) => t(`credentials.${key}.label`)).join(", "),
              },
              { term: t("system"), value: facts.isTest ? t("testSystem") : t("liveSystem") },
              { term: t("gate"), value: <Mono text={facts.endpoints.gate} /> },
              { term: t("api"), value: <Mono text={facts.endpoints.api} /> },
            ]
          : [{ term: t("stored"), value: t("unreadable") }]),
      ]}
    />
  );
}

function toWord({ replacedAt, isProposed, live }: ShownConnection) {
  if (isProposed) return "proposed";
  if (replacedAt !== null) return "replaced";
  return live ? "live" : "waiting";
}

/** The addresses from which our requests come: some banks answer only those that they have registered. */
function Egress({ terminal: { egressAddresses, bank } }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  return (
    <div className="mt-3">
      <Notice tone={bank.isSourceIpListed && egressAddresses.length === 0 ? "warn" : "info"} title={t("egress")}>
        {egressAddresses.length > 0 ? <Mono text={egressAddresses.join(", ")} /> : <p>{t("egressUnknown")}</p>}
        {bank.isSourceIpListed && <p>{t("egressNeeded", { bank: bank.name })}</p>}
      </Notice>
    </div>
  );
}

const Mono = ({ text }: { text: string }) => <span className="font-mono text-xs wrap-anywhere">{text}</span>;
