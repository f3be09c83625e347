"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { limitNames } from "@/server/domain/terminals/terminal-limits";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { TerminalState } from "./terminal-state";
import type { TerminalDetail } from "./terminal-types";

const LimitsDialog = dynamic(async () => (await import("./limits-dialog")).LimitsDialog);
const SettingsDialog = dynamic(async () => (await import("./settings-dialog")).SettingsDialog);

/** The settings and the limits of a terminal. */
export function TerminalFacts({ terminal }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const [isEditing, setEditing] = useState(false);
  const onOff = (isOn: boolean) => (isOn ? t("on") : t("off"));
  const mayWrite = useMayAsStaff("terminal.write");
  const { partner } = terminal;
  return (
    <>
      <Section
        title={t("settings")}
        actions={mayWrite && <Button onClick={() => setEditing(true)}>{t("changeSettings")}</Button>}
      >
        <Facts
          facts={[
            { term: t("state"), value: <TerminalState state={terminal.state} /> },
            {
              term: t("partner"),
              value: <TextLink href={`/staff/partners/${partner.partnerId}`}>{partner.name}</TextLink>,
            },
            { term: t("bank"), value: terminal.bank.name },
            { term: t("virtualPos"), value: onOff(terminal.virtualPosActive) },
            { term: t("psp"), value: onOff(terminal.pspActive) },
            {
              term: t("provider"),
              value: t("providerWithValidity", {
                provider: t(`providers.${terminal.provider}`),
                minutes: terminal.validityMinutes,
              }),
            },
            { term: t("mode"), value: t(`modes.${terminal.collection}`) },
            {
              term: t("families"),
              value: terminal.allowedFamilies.map((family) => t(`familyNames.${family}`)).join(", ") || "–",
            },
            { term: t("foreign"), value: onOff(terminal.supportsForeign) },
            { term: t("counts"), value: terminal.effectiveCounts.join(", ") || "–" },
            { term: t("dayEnd"), value: terminal.dayEndLocal },
            { term: t("basis"), value: t(`bases.${terminal.commissionBasis}`) },
            { term: t("created"), value: <DateTime at={terminal.createdAt} /> },
          ]}
        />
        {isEditing && <SettingsDialog terminal={terminal} onClose={() => setEditing(false)} />}
      </Section>
      <Limits terminal={terminal} />
    </>
  );
}

function Limits({ terminal }: { terminal: TerminalDetail }) {
  const { limits, limitsChangeId } = terminal;
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMayAsStaff("terminal.write");
  const t = useTranslations("staff.terminal");
  const language = useLanguage();
  const show = (max: bigint | null) => (max === null ? t("noLimit") : displayAmount(max, language));
  return (
    <Section
      title={t("limits")}
      actions={
        mayWrite && limitsChangeId === null && <Button onClick={() => setEditing(true)}>{t("changeLimits")}</Button>
      }
    >
      {limitsChangeId !== null && (
        <div className="mb-3">
          <Notice tone="warn">
            {t("limitsWait")}{" "}
            <TextLink isInText href={`/staff/approvals/${limitsChangeId}`}>
              {t("toProposal")}
            </TextLink>
          </Notice>
        </div>
      )}
      <Facts
        facts={[
          ...limitNames.map((name) => ({ term: t(`limitNames.${name}`), value: show(limits[name]) })),
          ...limits.windows.map(({ from, to, max }) => ({
            term: t("window", { from, to }),
            value: max === 0n ? t("windowClosed") : displayAmount(max, language),
          })),
        ]}
      />
      {isEditing && <LimitsDialog terminal={terminal} onClose={() => setEditing(false)} />}
    </Section>
  );
}
