"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useMayAsStaff } from "../staff-shell";
import type { PayoutDetail } from "./payout-types";

/** Loaded when they are opened, with the form library. */
const HoldDialog = dynamic(async () => (await import("./terms-dialogs")).HoldDialog);
const ReleaseDialog = dynamic(async () => (await import("./terms-dialogs")).ReleaseDialog);
const MinimumDialog = dynamic(async () => (await import("./terms-dialogs")).MinimumDialog);

/** The terms of the account's payouts: whether they are held, and the smallest sum that is paid. */
export function TermsSection({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations("staff.payout.terms");
  const mayWrite = useMayAsStaff("payout.write");
  const [opened, setOpened] = useState<"hold" | "release" | "minimum" | null>(null);
  const close = () => setOpened(null);
  const isHeld = payout.terms.heldSince !== null;
  return (
    <Section
      title={t("title")}
      actions={
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpened("minimum")}>{t("change")}</Button>
            {/* The same button in both states, so that it keeps the focus when its dialog closes. */}
            <Button tone={isHeld ? "primary" : "danger"} onClick={() => setOpened(isHeld ? "release" : "hold")}>
              {isHeld ? t("release") : t("hold")}
            </Button>
          </div>
        )
      }
    >
      <TermFacts terms={payout.terms} />
      {opened === "hold" && <HoldDialog payout={payout} onClose={close} />}
      {opened === "release" && <ReleaseDialog payout={payout} onClose={close} />}
      {opened === "minimum" && <MinimumDialog payout={payout} onClose={close} />}
    </Section>
  );
}

function TermFacts({ terms: { minimumAmount, heldSince, holdReason } }: Pick<PayoutDetail, "terms">) {
  const t = useTranslations("staff.payout.terms");
  return (
    <Facts
      facts={[
        {
          term: t("state"),
          value: heldSince ? <State tone="warn">{t("held")}</State> : <State tone="good">{t("running")}</State>,
        },
        ...(heldSince ? [{ term: t("heldSince"), value: <DateTime at={heldSince} /> }] : []),
        ...(heldSince && holdReason
          ? [{ term: t("holdReason"), value: <span className="whitespace-pre-line">{holdReason}</span> }]
          : []),
        { term: t("minimum"), value: minimumAmount <= 1n ? t("noMinimum") : <Amount kurus={minimumAmount} /> },
      ]}
    />
  );
}
