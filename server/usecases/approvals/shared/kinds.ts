import type { ChangeKindName } from "@/server/domain/approvals/change-list";
import type { AnyChangeKind } from "./change-kind";
import { partnerClosing } from "./kinds/partner-closing";

/** What each kind of change checks, shows and does. */
export const kinds: Readonly<Record<ChangeKindName, AnyChangeKind>> = {
  partner_closing: partnerClosing,
};
