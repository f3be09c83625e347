import type {
  AttemptStatus,
  CorrectionStatus,
  LinkStatus,
  PaymentStatus,
  RefundRequestStatus,
  RefundStatus,
} from "@/server/domain/states";
import type { Db } from "@/server/store/db";

// What the database holds of one path.

interface PaymentFacts {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly isHeld: boolean;
}

export interface AttemptFacts {
  readonly id: string;
  readonly paymentId: string;
  readonly status: AttemptStatus;
  readonly isApproved: boolean;
  readonly isInquiryDue: boolean;
  readonly hasLook: boolean;
  readonly isLookDue: boolean;
  readonly looksWanted: number;
}

export interface RefundFacts {
  readonly id: string;
  readonly status: RefundStatus;
  readonly method: "void" | "credit";
  readonly amount: number;
  readonly isInquiryDue: boolean;
  readonly hasRecheck: boolean;
  readonly isRecheckDue: boolean;
}

export interface ReturnFacts {
  readonly id: string;
  readonly attemptId: string;
  readonly method: "void" | "credit";
  readonly status: RefundStatus;
  readonly isInquiryDue: boolean;
}

/** The rows of one link, or of one direct payment, each kind in the order of its creation. */
export interface RowsOfPath {
  readonly link: LinkStatus | null;
  readonly payments: readonly PaymentFacts[];
  readonly attempts: readonly AttemptFacts[];
  readonly refunds: readonly RefundFacts[];
  readonly returns: readonly ReturnFacts[];
  readonly requests: readonly { readonly id: string; readonly status: RefundRequestStatus }[];
  readonly corrections: readonly { readonly id: string; readonly status: CorrectionStatus }[];
}

/**
 * Reads the rows of a path: of the link `linkId`, or of the payment `paymentId`.
 * @param now decides what is due, UTC
 */
export async function readRows(
  db: Db,
  { linkId, paymentId }: { readonly linkId: string | null; readonly paymentId: string | null },
  now: Date,
): Promise<RowsOfPath> {
  const { rows } = await db.pool.query<{ found: RowsOfPath }>(query, [linkId, paymentId, now]);
  const [row] = rows;
  if (!row) throw new Error("The rows of a path could not be read");
  return row.found;
}

const list = (table: string, columns: string, condition = "true"): string =>
  `(select coalesce(json_agg(json_build_object(${columns}) order by created_at, id), '[]') from ${table}
     where payment_id in (select id from own) and ${condition})`;

/** The model has the cards that reach a bank; one that was refused before is only counted there (D-397). */
const reachedBank = "not (status = 'rejected' and bank_code is null)";

const query = `
  with own as (select * from payment where link_id = $1 or id = $2)
  select json_build_object(
    'link', (select status from payment_link where id = $1),
    'payments', (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'isHeld', held_since is not null)
                                          order by created_at, id), '[]') from own),
    'attempts', ${list(
      "attempt",
      `'id', id, 'paymentId', payment_id, 'status', status, 'isApproved', approved_at is not null,
       'isInquiryDue', coalesce(next_inquiry_at <= $3, false), 'hasLook', recheck_at is not null,
       'isLookDue', coalesce(recheck_at <= $3, false), 'looksWanted', looks_wanted`,
      reachedBank,
    )},
    'refunds', ${list(
      "refund",
      `'id', id, 'status', status, 'method', method, 'amount', amount,
       'isInquiryDue', coalesce(next_inquiry_at <= $3, false), 'hasRecheck', recheck_at is not null,
       'isRecheckDue', coalesce(recheck_at <= $3, false)`,
    )},
    'returns', ${list(
      "money_return",
      `'id', id, 'attemptId', attempt_id, 'method', method, 'status', status,
       'isInquiryDue', coalesce(next_inquiry_at <= $3, false)`,
    )},
    'requests', ${list("refund_request", "'id', id, 'status', status")},
    'corrections', (select coalesce(json_agg(json_build_object('id', id, 'status', status) order by proposed_at, id), '[]')
                      from correction where payment_id in (select id from own))) as found`;
