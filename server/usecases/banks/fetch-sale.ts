import {
  type Capabilities,
  type HistoryRecord,
  noReferences,
  type Outcome,
  type PlacedOrder,
} from "@/server/banks/bank";
import { findSale, type TakenSale } from "@/server/domain/refunds/sale-in-history";
import type { Ctx } from "../ctx";
import type { BankConnection } from "./shared/bank-connection";
import type { GivenBack } from "./shared/given-back";

export interface FetchSaleInput {
  readonly order: PlacedOrder;
  readonly connection: BankConnection;
}

/** What the bank has on record about the sale of an order. */
export type SaleOutcome = Outcome | GivenBack;

/**
 * Asks the bank about the sale of an order. The inquiry of most banks shows one record, which need not be the sale: the
 * newest one may be a credit, a refused second try, or a second authentication. Such an answer alone decides nothing;
 * the order's history decides, which lists all records (B-7.6). Where the history cannot be used or contradicts the
 * inquiry, the outcome is unknown. Money that went back by the inquiry stays so (`reversal_shown`) until the history
 * shows it too: a history may be behind.
 */
export async function fetchSale(ctx: Ctx, { order, connection }: FetchSaleInput): Promise<SaleOutcome> {
  const shown = await connection.call({ kind: "inquire", ...order });
  if (!needsHistory(shown, connection.bank.supports)) return shown;
  const history = await connection.call({ kind: "history", ...order });
  const outcome = decideByHistory(shown, history);
  if (outcome.kind === "unknown") {
    const facts = { orderId: order.orderId, inquiry: shown.kind, history: history.kind, why: outcome.cause };
    ctx.log.warn(facts, "Inquiry and history of an order together do not say what happened to its sale");
  }
  return outcome;
}

function needsHistory(shown: Outcome, { history, hidesReversals }: Capabilities): boolean {
  if (!history) return false;
  switch (shown.kind) {
    case "unknown":
      return shown.cause === "sale_not_shown" || isReversalShown(shown);
    case "declined":
      return true;
    case "not_found":
      return shown.wasAuthenticated === true;
    case "paid":
      return hidesReversals === true;
    default:
      return false;
  }
}

const isReversalShown = (shown: Outcome): boolean => shown.kind === "unknown" && shown.cause === "reversal_shown";

const mismatch: Outcome = { kind: "unknown", cause: "mismatch" };

function decideByHistory(shown: Outcome, history: Outcome): SaleOutcome {
  const outcome = readHistory(shown, history);
  const isExplained = outcome.kind === "voided" || outcome.kind === "given_back";
  return isReversalShown(shown) && !isExplained ? shown : outcome;
}

function readHistory(shown: Outcome, history: Outcome): SaleOutcome {
  if (history.kind === "unknown") return history;
  const saysNothingTaken = shown.kind === "declined" || shown.kind === "not_found";
  // An order that was never charged may be missing from a history, which then agrees.
  if (history.kind === "not_found") return saysNothingTaken ? shown : mismatch;
  if (history.kind !== "history") return mismatch;
  const found = findSale(history.records);
  switch (found.kind) {
    case "none":
      return saysNothingTaken ? shown : mismatch;
    case "voided":
      return { kind: "voided" };
    case "taken":
      return toTaken(shown, found);
    case "unclear":
      return mismatch;
  }
}

function toTaken(shown: Outcome, { sale, creditedKurus }: TakenSale<HistoryRecord>): SaleOutcome {
  const { amountKurus, references = noReferences, at } = sale;
  if (shown.kind === "paid" && shown.amountKurus !== amountKurus) return mismatch;
  // The record of an inquiry names an instant and references where that of a history may name a day and none.
  const own = shown.kind === "paid" ? { references: shown.references, at: shown.at } : { references, at };
  return creditedKurus > 0n
    ? { kind: "given_back", amountKurus, creditedKurus, ...own }
    : { kind: "paid", amountKurus, ...own };
}
