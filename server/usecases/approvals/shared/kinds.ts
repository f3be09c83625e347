import type { ChangeKindName } from "@/server/domain/approvals/change-list";
import type { AnyChangeKind } from "./change-kind";
import { bankAccount } from "./kinds/bank-account";
import { partnerClosing } from "./kinds/partner-closing";
import { terminalLimits } from "./kinds/terminal-limits";
import { tariff } from "./kinds/tariff";
import { tariffWithdrawal } from "./kinds/tariff-withdrawal";

/** What each kind of change checks, shows and does. */
export const kinds: Readonly<Record<ChangeKindName, AnyChangeKind>> = {
  bank_account: bankAccount,
  partner_closing: partnerClosing,
  terminal_limits: terminalLimits,
  tariff,
  tariff_withdrawal: tariffWithdrawal,
};
