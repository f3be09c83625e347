import { chargebackTable } from "@/server/domain/chargebacks/chargeback-states";
import type { ChargebackDetail } from "./chargeback-types";

/** What staff record about a chargeback; the main action comes last. */
const recorded = ["lost", "accepted", "contested"] as const;
export type ChargebackAction = (typeof recorded)[number];

/** Lists what the state of a chargeback allows. Money that comes back is recorded by the bank's file alone (D-401). */
export const listChargebackActions = ({ status }: Pick<ChargebackDetail, "status">): readonly ChargebackAction[] =>
  recorded.filter((action) => chargebackTable.moves.some(({ from, to }) => from === status && to === action));
