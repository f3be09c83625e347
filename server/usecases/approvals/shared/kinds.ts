import type { ChangeKindName } from "@/server/domain/approvals/change-list";
import type { AnyChangeKind } from "./change-kind";
import { bankAccount } from "./kinds/bank-account";
import { captureOutcome } from "./kinds/capture-outcome";
import { partnerClosing } from "./kinds/partner-closing";
import { partnerIban } from "./kinds/partner-iban";
import { partnerLimits } from "./kinds/partner-limits";
import { payouts } from "./kinds/payouts";
import { refundOutcome } from "./kinds/refund-outcome";
import { tariff } from "./kinds/tariff";
import { tariffWithdrawal } from "./kinds/tariff-withdrawal";
import { terminalLimits } from "./kinds/terminal-limits";

/** What each kind of change checks, shows and does. */
export const kinds: Readonly<Record<ChangeKindName, AnyChangeKind>> = {
  bank_account: bankAccount,
  capture_outcome: captureOutcome,
  partner_closing: partnerClosing,
  partner_iban: partnerIban,
  partner_limits: partnerLimits,
  payouts,
  refund_outcome: refundOutcome,
  tariff,
  tariff_withdrawal: tariffWithdrawal,
  terminal_limits: terminalLimits,
};
