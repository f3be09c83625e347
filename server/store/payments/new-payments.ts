import type { LimitCheck } from "@/server/domain/payments/limits";
import type { PaymentStatus } from "@/server/domain/states";
import type { Db } from "../db";
import { namedColumns, prepareStatement } from "../named-sql";
import type { PartnerId } from "../tenant";

/** The payment that occupies a partnerTxCode at present: it is initiated or captured (D-17). */
export interface CodeHolder {
  readonly paymentCode: string;
  readonly terminalId: string;
  readonly status: PaymentStatus;
  readonly source: "api" | "panel" | "payment_link";
  readonly amountKurus: bigint;
  readonly installment: number;
  readonly refCipher: Uint8Array;
  readonly expiresAt: Date;
  readonly captureStarted: boolean;
}

export interface NewPayment {
  readonly paymentCode: string;
  readonly partnerId: PartnerId;
  readonly terminalId: string;
  readonly partnerTxCode: string;
  readonly source: "api" | "panel" | "payment_link";
  readonly amountKurus: bigint;
  readonly installment: number;
  /** The tariff by which the card is charged (D-135). */
  readonly tariffId: string | null;
  readonly description: string | null;
  readonly returnUrl: string;
  readonly refHash: Uint8Array;
  readonly refCipher: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Selects the code's holder as one JSON column: for a new payment, which has none, nine empty columns would cost time.
 */
const holderSql = `
select json_build_object(
         'paymentCode', h.id, 'terminalId', h.terminal_id, 'status', h.status, 'source', h.source,
         'amountKurus', h.amount::text, 'installment', h.installment, 'refCipher', encode(h.ref_cipher, 'base64'),
         'expiresAt', h.expires_at, 'captureStarted', h.capture_started_at is not null) as holder
  from payment h
 where h.partner_id = :partnerId and h.partner_tx_code = :partnerTxCode and h.status in ('initiated', 'captured')`;

const holderStatement = prepareStatement<"partnerId" | "partnerTxCode">("find-holder", holderSql);

/** Finds the payment that occupies a code at present; null where the code is free. */
export async function findHolder(db: Db, partnerId: PartnerId, partnerTxCode: string): Promise<CodeHolder | null> {
  const query = holderStatement({ partnerId, partnerTxCode });
  const { rows } = await db.pool.query<{ holder: HolderJson }>(query);
  return rows[0] ? toHolder(rows[0].holder) : null;
}

const columns = namedColumns({
  partner_id: ":partnerId",
  partner_tx_code: ":partnerTxCode",
  terminal_id: ":terminalId",
  id: ":paymentCode",
  source: ':source::"PaymentSource"',
  status: "'initiated'",
  amount: ":amountKurus",
  installment: ":installment",
  description: ":description",
  return_url: ":returnUrl",
  ref_hash: ":refHash",
  ref_cipher: ":refCipher",
  created_at: ":now",
  updated_at: ":now",
  counted_at: ":now",
  expires_at: ":expiresAt",
  tariff_id: ":tariffId",
  trace_parent: ":traceParent",
});

/**
 * Creates a payment in one statement (D-112), which is about 2.8 times as fast as the same steps in an interactive
 * transaction:
 * 1. `connection_usage` locks the terminal and sums what the bank connection took in each period. Racing creations wait
 *    for each other there. Without limits nothing is locked or summed.
 * 2. The payment is inserted when every sum plus the amount is within its limit.
 * 3. When nothing was inserted, the code's holder is selected.
 */
const insertStatement = prepareStatement<keyof NewPayment | "traceParent" | "since" | "max" | "span">(
  "insert-payment",
  `with usage as materialized (
     select case when cardinality(:since::timestamptz[]) = 0 then '{}'::bigint[]
                 else connection_usage(:terminalId, :now, '', :span::"TotalSpan"[], :since::timestamptz[])
            end as sums
   ), inserted as (
     insert into payment (${columns.names})
     select ${columns.values}
       from usage
      where not exists (select 1 from unnest(usage.sums, :max::bigint[]) as span(used, max)
                         where used + :amountKurus > max)
         on conflict (partner_id, partner_tx_code) where status in ('initiated', 'captured') do nothing
     returning id
   )
   select usage.sums, inserted.id, case when inserted.id is null then (${holderSql}) end as holder
     from usage left join inserted on true`,
);

/**
 * Inserts a payment. Where `inserted` is false, the code has a holder, or a limit is reached and `used` has the present
 * sums (kuruş, one per check). `holder` is null also where the holder was committed while this statement was running.
 */
export async function insertPayment(
  db: Db,
  payment: NewPayment,
  checks: readonly LimitCheck[],
): Promise<{ inserted: boolean; used: bigint[]; holder: CodeHolder | null }> {
  const query = insertStatement({
    ...payment,
    traceParent: db.telemetry.traceParent(),
    since: checks.map((check) => check.since),
    max: checks.map((check) => check.max),
    span: checks.map((check) => check.span),
  });
  const { rows } = await db.pool.query<InsertRow>(query);
  const { id = null, sums = [], holder = null } = rows[0] ?? {};
  if (id !== null) db.telemetry.moved({ kind: "payment", to: "initiated" });
  return { inserted: id !== null, used: sums.map(BigInt), holder: holder && toHolder(holder) };
}

interface InsertRow {
  readonly id: string | null;
  readonly sums: string[];
  readonly holder: HolderJson | null;
}

/** A holder in the JSON of `holderSql`. */
type HolderJson = Omit<CodeHolder, "amountKurus" | "refCipher" | "expiresAt"> &
  Readonly<Record<"amountKurus" | "refCipher" | "expiresAt", string>>;

const toHolder = (json: HolderJson): CodeHolder => ({
  ...json,
  amountKurus: BigInt(json.amountKurus),
  refCipher: Buffer.from(json.refCipher, "base64"),
  expiresAt: new Date(json.expiresAt),
});
