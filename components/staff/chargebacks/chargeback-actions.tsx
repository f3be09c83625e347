"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { useMayAsStaff } from "../staff-shell";
import type { ChargebackDetail } from "./chargeback-types";
import { type ChargebackAction, listChargebackActions } from "./list-chargeback-actions";

/** Loaded when it is opened, with the form library. */
const ReasonDialog = dynamic(async () => (await import("./reason-dialog")).ReasonDialog);

const tones = { contested: "primary", accepted: "plain", lost: "danger" } as const;

/** The buttons of what the state of a chargeback and the role of the reader allow. */
export function ChargebackActions({ chargeback }: { chargeback: ChargebackDetail }) {
  const t = useTranslations("staff.chargeback.actions");
  const mayWrite = useMayAsStaff("chargeback.write");
  // Apart from the buttons, because an action removes its own button before its dialog has closed.
  const [opened, setOpened] = useState<ChargebackAction | null>(null);
  return (
    <>
      {mayWrite &&
        listChargebackActions(chargeback).map((action) => (
          <Button key={action} tone={tones[action]} onClick={() => setOpened(action)}>
            {t(action)}
          </Button>
        ))}
      {opened && <ReasonDialog chargeback={chargeback} action={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
