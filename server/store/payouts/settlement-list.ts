import type { SettlementFilters, SettlementKind, SettlementSort } from "@/server/domain/payouts/settlement-list";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/**
 * Selects the settlements of one due day that nothing has collected, those that were carried over and wait for the next
 * payout, or those of one payout. The settlements of a payout belong to the first one of its chain.
 */
export type SettlementScope =
  | { readonly kind: "due"; readonly dueAt: Date }
  | { readonly kind: "carried" }
  | { readonly kind: "payout"; readonly rootId: string; readonly part: PayoutPart };

/** The settlements of a payout: those of its day, those that were brought in from earlier days, or all. */
export type PayoutPart = "lines" | "carried" | "all";

/** The position of the last settlement of a page. */
export interface SettlementPosition {
  readonly netKurus: bigint;
  readonly createdAt: Date;
  readonly id: string;
}

/** A settlement with the movement that it books. Kuruş; negative where the account owes. */
export interface SettlementRow extends SettlementPosition {
  readonly dueAt: Date;
  readonly kind: SettlementKind;
  /** The amount that was captured or went back, before the commission. */
  readonly grossKurus: bigint;
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly refundId: string | null;
  /** The correction of the books that it belongs to; null for a capture or a refund. */
  readonly correctionId: string | null;
}

export interface SettlementSelection {
  readonly partnerId: PartnerId;
  readonly scope: SettlementScope;
  readonly filters: SettlementFilters;
  readonly sort: SettlementSort;
  /** Null starts at the first settlement of the order. */
  readonly after: SettlementPosition | null;
  readonly countMax: number;
}

const kind = `
  case when s.correction_id is not null then 'correction'
       when s.chargeback_id is not null then case when s.amount > 0 then 'chargeback_reversal' else 'chargeback' end
       when s.refund_id is null then 'capture'
       else (select method::text from refund where refund.id = s.refund_id) end`;

const columns = `
  s.id, s.due_at as "dueAt", s.created_at as "createdAt", ${kind} as kind,
  case when s.chargeback_id is not null then s.amount
       when c.kind in ('credit_done', 'void_done') then -c.amount else coalesce(c.amount, -r.amount, p.amount) end
    as "grossKurus",
  s.amount as "netKurus", p.id as "paymentCode", p.partner_tx_code as "partnerTxCode", r.id as "refundId",
  c.id as "correctionId"`;

/**
 * Lists a page of the settlements of one due day or one payout. Both have an index in the order of booking; for the
 * order by amount the settlements of the day or the payout are sorted.
 */
export async function listSettlementRows(db: Db, selection: SettlementSelection): Promise<SettlementRow[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = buildConditions(selection, bind);
  const order = inOrder(selection);
  const text = `
    with page as materialized (
      select * from settlement s where ${conditions.join(" and ")} ${order} limit ${bind(selection.countMax)})
    select ${columns}
      from page s join payment p on p.id = s.payment_id left join refund r on r.id = s.refund_id
      left join correction c on c.id = s.correction_id
     ${order}`;
  const { rows } = await db.pool.query<SettlementRow & { grossKurus: string; netKurus: string }>({ text, values });
  return rows.map((row) => ({ ...row, grossKurus: BigInt(row.grossKurus), netKurus: BigInt(row.netKurus) }));
}

const isByNet = ({ sort }: SettlementSelection): boolean => sort.endsWith("net");

const isDescending = ({ sort }: SettlementSelection): boolean => sort.startsWith("-");

function inOrder(selection: SettlementSelection): string {
  const direction = isDescending(selection) ? "desc" : "asc";
  const names = isByNet(selection) ? ["amount", "created_at", "id"] : ["created_at", "id"];
  return `order by ${names.map((name) => `s.${name} ${direction}`).join(", ")}`;
}

function scopeConditions(scope: SettlementScope, bind: (value: unknown) => string): string[] {
  if (scope.kind === "due")
    return ["s.payout_id is null", "s.carry_over_id is null", `s.due_at = ${bind(scope.dueAt)}`];
  if (scope.kind === "carried") return ["s.payout_id is null", "s.carry_over_id is not null"];
  const ofPayout = `s.payout_id = ${bind(scope.rootId)}`;
  if (scope.part === "all") return [ofPayout];
  return [ofPayout, `s.carry_over_id is ${scope.part === "carried" ? "not null" : "null"}`];
}

function buildConditions(selection: SettlementSelection, bind: (value: unknown) => string): string[] {
  const { partnerId, scope, filters, after } = selection;
  const conditions = [`s.partner_id = ${bind(partnerId)}`];
  const add = (condition: string) => conditions.push(condition);
  conditions.push(...scopeConditions(scope, bind));
  if (filters.kind) add(`${kind} = any(${bind([...filters.kind])}::text[])`);
  if (filters.net?.fromKurus) add(`abs(s.amount) >= ${bind(filters.net.fromKurus)}::bigint`);
  if (filters.net?.toKurus) add(`abs(s.amount) <= ${bind(filters.net.toKurus)}::bigint`);
  if (filters.booked?.from) add(`s.created_at >= ${bind(filters.booked.from)}`);
  if (filters.booked?.to) add(`s.created_at < ${bind(filters.booked.to)}`);
  if (after) {
    const beyond = isDescending(selection) ? "<" : ">";
    const [at, id] = [bind(after.createdAt), bind(after.id)];
    if (isByNet(selection))
      add(`(s.amount, s.created_at, s.id) ${beyond} (${bind(after.netKurus)}::bigint, ${at}, ${id})`);
    else add(`(s.created_at, s.id) ${beyond} (${at}, ${id})`);
  }
  return conditions;
}
