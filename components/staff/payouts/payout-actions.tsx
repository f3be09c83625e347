"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { useMayAsStaff } from "../staff-shell";
import { listPayoutActions, type PayoutAction } from "./list-payout-actions";
import type { PayoutDetail } from "./payout-types";

/** Loaded when they are opened, with the form library. */
const ProposeDialog = dynamic(async () => (await import("./propose-dialog")).ProposeDialog);
const WithdrawDialog = dynamic(async () => (await import("./chain-dialogs")).WithdrawDialog);
const ReissueDialog = dynamic(async () => (await import("./chain-dialogs")).ReissueDialog);
const PaidDialog = dynamic(async () => (await import("./outcome-dialogs")).PaidDialog);
const FailedDialog = dynamic(async () => (await import("./outcome-dialogs")).FailedDialog);

/** The buttons of what the state of a payout and the role of the reader allow. */
export function PayoutActions({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations("staff.payout.actions");
  const words = useTranslations("staff.payouts");
  const [mayWrite, mayPropose] = [useMayAsStaff("payout.write"), useMayAsStaff("payout.approve")];
  // Apart from the buttons, because an action removes its own button before its dialog has closed.
  const [opened, setOpened] = useState<PayoutAction | null>(null);
  const close = () => setOpened(null);
  const actions = listPayoutActions(payout).filter((action) => (action === "propose" ? mayPropose : mayWrite));
  return (
    <>
      {actions.map((action) => (
        <Button key={action} tone={tones[action]} onClick={() => setOpened(action)}>
          {action === "propose" ? words("propose") : t(action)}
        </Button>
      ))}
      {opened === "propose" && <ProposeDialog payouts={[payout]} onClose={close} />}
      {opened === "withdraw" && <WithdrawDialog payout={payout} onClose={close} />}
      {opened === "paid" && <PaidDialog payout={payout} onClose={close} />}
      {opened === "failed" && <FailedDialog payout={payout} onClose={close} />}
      {opened === "reissue" && <ReissueDialog payout={payout} onClose={close} />}
    </>
  );
}

const tones = {
  propose: "primary",
  withdraw: "danger",
  paid: "primary",
  failed: "danger",
  reissue: "primary",
} as const satisfies Record<PayoutAction, "primary" | "danger">;
