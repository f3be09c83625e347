-- CreateEnum
CREATE TYPE "CommissionTax" AS ENUM ('kdv', 'bsmv');

-- CreateTable
CREATE TABLE "ledger_day" (
    "partner_id" TEXT NOT NULL,
    "book" "LedgerBook" NOT NULL,
    "day" DATE NOT NULL,
    "net_amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_day_pkey" PRIMARY KEY ("partner_id","book","day")
);

-- CreateTable
CREATE TABLE "ledger_day_total" (
    "partner_id" TEXT NOT NULL,
    "book" "LedgerBook" NOT NULL,
    "day" DATE NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "commission_amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_day_total_pkey" PRIMARY KEY ("partner_id","book","day","kind","terminal_id")
);

-- CreateTable
CREATE TABLE "statement_month" (
    "partner_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "opening_amount" BIGINT NOT NULL,
    "closing_amount" BIGINT NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_by" TEXT NOT NULL,

    CONSTRAINT "statement_month_pkey" PRIMARY KEY ("partner_id","month")
);

-- CreateTable
CREATE TABLE "statement_total" (
    "partner_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "book" "LedgerBook" NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "commission_amount" BIGINT NOT NULL,
    "fixed_fee_amount" BIGINT NOT NULL,

    CONSTRAINT "statement_total_pkey" PRIMARY KEY ("partner_id","month","book","kind")
);

-- CreateTable
CREATE TABLE "statement_commission" (
    "partner_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "book" "LedgerBook" NOT NULL,
    "part" "LedgerPart" NOT NULL,
    "from_day" DATE NOT NULL,
    "tax" "CommissionTax" NOT NULL,
    "rate_bps" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "base_amount" BIGINT NOT NULL,
    "tax_amount" BIGINT NOT NULL,

    CONSTRAINT "statement_commission_pkey" PRIMARY KEY ("partner_id","month","book","part","from_day")
);

-- AddForeignKey
ALTER TABLE "ledger_day" ADD CONSTRAINT "ledger_day_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_day_total" ADD CONSTRAINT "ledger_day_total_partner_id_book_day_fkey" FOREIGN KEY ("partner_id", "book", "day") REFERENCES "ledger_day"("partner_id", "book", "day") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_month" ADD CONSTRAINT "statement_month_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_month" ADD CONSTRAINT "statement_month_closed_by_fkey" FOREIGN KEY ("closed_by") REFERENCES "panel_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_total" ADD CONSTRAINT "statement_total_partner_id_month_fkey" FOREIGN KEY ("partner_id", "month") REFERENCES "statement_month"("partner_id", "month") ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "statement_commission" ADD CONSTRAINT "statement_commission_partner_id_month_fkey" FOREIGN KEY ("partner_id", "month") REFERENCES "statement_month"("partner_id", "month") ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- What statements add up and page by: each kind of a book in the order of time.
CREATE INDEX "ledger_entry_of_statement" ON "ledger_entry"("partner_id", "book", "kind", "occurred_at", "id")
  INCLUDE ("terminal_id", "amount", "commission_amount") WHERE "partner_id" IS NOT NULL;

-- Returns the instant to which a movement is dated: its own, unless the account's month is closed there, then the present one.
-- The lock keeps the account's months as they are until the transaction ends: closing a month waits for it.
CREATE FUNCTION statement_instant(p_partner text, p_at timestamptz, p_now timestamptz) RETURNS timestamptz
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_open timestamptz;
BEGIN
  PERFORM 1 FROM partner WHERE id = p_partner FOR KEY SHARE;
  SELECT ends_at INTO v_open FROM statement_month WHERE partner_id = p_partner ORDER BY month DESC LIMIT 1;
  -- The clock of this process may be behind the one that closed the month.
  RETURN CASE WHEN v_open > p_at THEN greatest(p_now, v_open) ELSE p_at END;
END $$;
REVOKE EXECUTE ON FUNCTION statement_instant FROM PUBLIC;

-- Every entry of the ledger is dated so, whatever entered it, and the stored sums of its day are computed again.
CREATE FUNCTION ledger_entry_is_dated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.occurred_at := statement_instant(NEW.partner_id, NEW.occurred_at, NEW.created_at);
  DELETE FROM ledger_day
   WHERE partner_id = NEW.partner_id AND book = NEW.book AND day = (NEW.occurred_at AT TIME ZONE 'UTC' + interval '3 hours')::date;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_entry_is_dated BEFORE INSERT ON "ledger_entry" FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_dated();

-- A closed month: it is over, months are closed in their order, and none with movements is left out.
ALTER TABLE "statement_month" ADD CONSTRAINT "statement_month_is_over" CHECK (
  "month" = date_trunc('month', "month"::timestamp)::date
  AND "ends_at" = ("month"::timestamp + interval '1 month' - interval '3 hours') AT TIME ZONE 'UTC' AND "closed_at" >= "ends_at");
CREATE FUNCTION statement_month_closes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_last record;
BEGIN
  SELECT month, ends_at, closing_amount INTO v_last FROM statement_month
   WHERE partner_id = NEW.partner_id ORDER BY month DESC LIMIT 1;
  IF v_last.month >= NEW.month
     OR EXISTS (SELECT 1 FROM ledger_entry WHERE partner_id = NEW.partner_id
                   AND occurred_at >= coalesce(v_last.ends_at, '-infinity')
                   AND occurred_at < (NEW.month::timestamp - interval '3 hours') AT TIME ZONE 'UTC')
  THEN
    RAISE EXCEPTION 'Month % of % is not the next one', NEW.month, NEW.partner_id;
  END IF;
  IF NEW.opening_amount <> coalesce(v_last.closing_amount, 0)
     OR NEW.closing_amount - NEW.opening_amount <> (
          SELECT coalesce(sum(amount + commission_amount), 0) FROM statement_total
           WHERE partner_id = NEW.partner_id AND month = NEW.month AND book = 'collected')
  THEN
    RAISE EXCEPTION 'Month % of % does not add up', NEW.month, NEW.partner_id;
  END IF;
  IF EXISTS (
       SELECT 1
         FROM (SELECT book, sum(- commission_amount) AS commission FROM statement_total
                WHERE partner_id = NEW.partner_id AND month = NEW.month GROUP BY book) lines
         FULL JOIN (SELECT book, sum(amount) AS commission FROM statement_commission
                     WHERE partner_id = NEW.partner_id AND month = NEW.month GROUP BY book) invoice USING (book)
        WHERE coalesce(lines.commission, 0) <> coalesce(invoice.commission, 0))
  THEN
    RAISE EXCEPTION 'The invoice of month % of % is not its commission', NEW.month, NEW.partner_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_month_closes BEFORE INSERT ON "statement_month" FOR EACH ROW EXECUTE FUNCTION statement_month_closes();

-- The figures of a month are written before it, so nothing is added to a month that is closed.
CREATE FUNCTION statement_month_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM statement_month WHERE partner_id = NEW.partner_id AND month = NEW.month) THEN
    RAISE EXCEPTION 'Month % of % is closed', NEW.month, NEW.partner_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_total_is_in_time BEFORE INSERT ON "statement_total" FOR EACH ROW EXECUTE FUNCTION statement_month_is_open();
CREATE TRIGGER statement_commission_is_in_time BEFORE INSERT ON "statement_commission" FOR EACH ROW
  EXECUTE FUNCTION statement_month_is_open();
ALTER TABLE "statement_commission" ADD CONSTRAINT "statement_commission_adds_up" CHECK (
  "base_amount" + "tax_amount" = "amount" AND "part" IN ('commission', 'fixed_fees') AND "rate_bps" >= 0);

CREATE TRIGGER statement_month_is_kept BEFORE UPDATE OR DELETE ON "statement_month" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_month_is_not_emptied BEFORE TRUNCATE ON "statement_month" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_total_is_kept BEFORE UPDATE OR DELETE ON "statement_total" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_total_is_not_emptied BEFORE TRUNCATE ON "statement_total" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_commission_is_kept BEFORE UPDATE OR DELETE ON "statement_commission" FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_commission_is_not_emptied BEFORE TRUNCATE ON "statement_commission" EXECUTE FUNCTION refuse_change();
