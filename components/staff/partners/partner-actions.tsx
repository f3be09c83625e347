"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import type { PartnerDetail } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";

/** Loaded when they are opened, with the form library. */
const StatusDialog = dynamic(async () => (await import("./state-dialogs")).StatusDialog);
const HoldDialog = dynamic(async () => (await import("./state-dialogs")).HoldDialog);
const ReleaseDialog = dynamic(async () => (await import("./state-dialogs")).ReleaseDialog);

/** The buttons that change what an account may do as a whole. */
export function PartnerActions({ partner }: { partner: PartnerDetail }) {
  const t = useTranslations("staff.merchant.state");
  const [mayWrite, mayHold] = [useMayAsStaff("partner.write"), useMayAsStaff("partner.hold")];
  const [open, setOpen] = useState<"status" | "hold" | "release" | null>(null);
  const close = () => setOpen(null);
  const { status, acceptanceHeld } = partner;
  if (status === "closed") return null;
  return (
    <>
      {mayWrite && acceptanceHeld && (
        <Button tone="primary" onClick={() => setOpen("release")}>
          {t("release")}
        </Button>
      )}
      {mayHold && <Button onClick={() => setOpen("hold")}>{acceptanceHeld ? t("holdAgain") : t("hold")}</Button>}
      {mayWrite && (
        <Button onClick={() => setOpen("status")}>{status === "active" ? t("suspend") : t("activate")}</Button>
      )}
      {open === "status" && <StatusDialog partner={partner} onClose={close} />}
      {open === "hold" && <HoldDialog partner={partner} onClose={close} />}
      {open === "release" && <ReleaseDialog partner={partner} onClose={close} />}
    </>
  );
}
