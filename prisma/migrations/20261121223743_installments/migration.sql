-- CreateEnum
CREATE TYPE "TotalSpan" AS ENUM ('day', 'minute');

-- CreateEnum
CREATE TYPE "BinOrigin" AS ENUM ('imported', 'sandbox');

-- DropForeignKey
ALTER TABLE "tariff_row" DROP CONSTRAINT "tariff_row_terminal_id_fkey";

-- DropIndex
DROP INDEX "tariff_row_terminal_id_idx";

-- AlterTable
ALTER TABLE "bin_range" ADD COLUMN     "origin" "BinOrigin" NOT NULL DEFAULT 'imported';

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "tariff_id" TEXT;

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "terms_version" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "tariff" (
    "id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_to" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "tariff_pkey" PRIMARY KEY ("id")
);

-- The prices of every terminal become its first tariff, valid since ever. (Dropping the column drops "tariff_price".)
INSERT INTO "tariff" ("id", "terminal_id", "valid_from")
  SELECT DISTINCT 'trf_' || "terminal_id", "terminal_id", timestamptz 'epoch' FROM "tariff_row";
ALTER TABLE "tariff_row" ADD COLUMN "tariff_id" TEXT;
UPDATE "tariff_row" SET "tariff_id" = 'trf_' || "terminal_id";
ALTER TABLE "tariff_row" ALTER COLUMN "tariff_id" SET NOT NULL, DROP COLUMN "terminal_id";

-- CreateTable
CREATE TABLE "connection_total" (
    "terminal_id" TEXT NOT NULL,
    "span" "TotalSpan" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "connection_total_pkey" PRIMARY KEY ("terminal_id","span","starts_at")
);

-- CreateTable
CREATE TABLE "bin_table" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "bin_table_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tariff_terminal_id_valid_from_idx" ON "tariff"("terminal_id", "valid_from");

-- AddForeignKey
ALTER TABLE "tariff" ADD CONSTRAINT "tariff_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tariff_row" ADD CONSTRAINT "tariff_row_tariff_id_fkey" FOREIGN KEY ("tariff_id") REFERENCES "tariff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection_total" ADD CONSTRAINT "connection_total_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say. --------------------------------------------------------------------------

ALTER TABLE "bin_range" ADD CONSTRAINT "bin_range_form" CHECK (
  "bin" ~ '^[0-9]{6,8}$' AND "confidence" IN ('low', 'medium', 'high'));
UPDATE "bin_range" SET "origin" = 'sandbox' WHERE "family" = 'foreign';

-- One price for each kind of card and count; null is a kind of its own, which PostgreSQL 14 cannot say otherwise.
CREATE UNIQUE INDEX "tariff_price" ON "tariff_row"
  ("tariff_id", "family", coalesce("brand", ''), coalesce("on_us"::text, ''), "installment_count");
ALTER TABLE "tariff_row" ADD CONSTRAINT "tariff_row_range" CHECK (
  "installment_count" BETWEEN 1 AND 36 AND "rate_bps" BETWEEN 0 AND 10000
  AND "fixed_fee" BETWEEN 0 AND 1000000000
  AND ("installment_count" = 1 OR "family" = 'credit'));

ALTER TABLE "tariff" ADD CONSTRAINT "tariff_span" CHECK ("valid_to" > "valid_from");
CREATE UNIQUE INDEX "tariff_begins" ON "tariff"("terminal_id", "valid_from")
  WHERE "valid_to" IS NULL AND "withdrawn_at" IS NULL;

-- A payment keeps the tariff of its creation, so none is ever changed or taken away; it may be withdrawn, once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER tariff_is_kept BEFORE DELETE ON "tariff" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tariff_is_withdrawn_at_most BEFORE UPDATE ON "tariff" FOR EACH ROW
  WHEN (OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL
        OR (OLD.id, OLD.terminal_id, OLD.valid_from, OLD.valid_to)
           IS DISTINCT FROM (NEW.id, NEW.terminal_id, NEW.valid_from, NEW.valid_to))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tariff_is_not_emptied BEFORE TRUNCATE ON "tariff" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tariff_row_is_not_emptied BEFORE TRUNCATE ON "tariff_row" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tariff_row_is_kept BEFORE UPDATE OR DELETE ON "tariff_row" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Versions: who keeps terminals, tariffs or the BIN table in memory asks with each request whether they are still the
-- same. They change in the transaction of the change itself, so nothing is ever looked at that is out of date.
CREATE FUNCTION note_terminal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner SET terms_version = terms_version + 1 WHERE id IN (OLD.partner_id, NEW.partner_id);
  RETURN NULL;
END $$;
-- Its name makes it the last of the row's triggers: counting when limits begin may take a while, without the partner.
CREATE TRIGGER terminal_version_changes AFTER INSERT OR UPDATE ON "terminal"
  FOR EACH ROW EXECUTE FUNCTION note_terminal_change();

CREATE FUNCTION note_tariff_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner SET terms_version = terms_version + 1
   WHERE id IN (SELECT t.partner_id FROM terminal t JOIN tariff f ON f.terminal_id = t.id JOIN added ON added.tariff_id = f.id);
  RETURN NULL;
END $$;
CREATE TRIGGER tariff_changed AFTER INSERT ON "tariff_row"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_tariff_change();

CREATE FUNCTION note_tariff_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner SET terms_version = terms_version + 1
   WHERE id = (SELECT partner_id FROM terminal WHERE id = NEW.terminal_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tariff_withdrawn AFTER UPDATE ON "tariff" FOR EACH ROW EXECUTE FUNCTION note_tariff_withdrawal();

INSERT INTO "bin_table" ("id") VALUES (1);
ALTER TABLE "bin_table" ADD CONSTRAINT "bin_table_one_row" CHECK ("id" = 1);
CREATE FUNCTION note_bin_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bin_table SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER bins_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "bin_range"
  FOR EACH STATEMENT EXECUTE FUNCTION note_bin_change();

-- Totals of bank connections with limits over time. ----------------------------------------------------------

-- The start of the day or minute of Istanbul (UTC+3 all year) that holds an instant.
CREATE FUNCTION span_start(p_span "TotalSpan", p_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin(CASE WHEN p_span = 'day' THEN interval '1 day' ELSE interval '1 minute' END,
                  p_at, timestamptz '2000-01-01 00:00+03')
$$;

CREATE FUNCTION has_limits_over_time(p terminal) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.limit_daily IS NOT NULL OR p.limit_weekly IS NOT NULL OR p.limit_monthly IS NOT NULL
         OR p.limit_windows <> '[]'::jsonb
$$;

-- Adds to the totals of the day and the minute that hold an instant; a negative amount takes off. The day's comes first,
-- so that whoever waits holds nothing that another waits for. What is taken off leaves a total alone that is no longer
-- there: with the first payment of a day the minutes before the last two days are forgotten, as no hour range is longer
-- than one.
CREATE FUNCTION add_to_connection(p_terminal text, p_at timestamptz, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_span "TotalSpan";
BEGIN
  FOREACH v_span IN ARRAY ARRAY['day', 'minute']::"TotalSpan"[] LOOP
    UPDATE connection_total SET amount = amount + p_amount
     WHERE terminal_id = p_terminal AND span = v_span AND starts_at = span_start(v_span, p_at);
    CONTINUE WHEN FOUND OR p_amount < 0;
    INSERT INTO connection_total AS total (terminal_id, span, starts_at, amount)
    VALUES (p_terminal, v_span, span_start(v_span, p_at), p_amount)
        ON CONFLICT (terminal_id, span, starts_at) DO UPDATE SET amount = total.amount + excluded.amount;
    IF v_span = 'day' THEN
      DELETE FROM connection_total
       WHERE terminal_id = p_terminal AND span = 'minute' AND starts_at < p_at - interval '2 days';
    END IF;
  END LOOP;
END $$;

-- Keeps the totals where the bank connection has limits over time. Every change of a payment shares a lock that the
-- start of limits (count_connection) takes alone: that waits for the changes under way, and the changes after it wait
-- for it. Only a statement that begins under the lock sees whether there are limits now. A lock on the terminal's row
-- would not do: it hands out the row as it was when the statement began. (An assignment costs less than PERFORM, which
-- runs a query, and every payment comes by here.)
CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_lock text;
BEGIN
  v_lock := pg_advisory_xact_lock_shared('connection_total'::regclass::oid::int, hashtext(NEW.terminal_id));
  IF NOT (SELECT has_limits_over_time(t) FROM terminal t WHERE id = NEW.terminal_id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status IN ('initiated', 'captured') THEN
    PERFORM add_to_connection(OLD.terminal_id, OLD.counted_at, -OLD.amount);
  END IF;
  IF NEW.status IN ('initiated', 'captured') THEN
    PERFORM add_to_connection(NEW.terminal_id, NEW.counted_at, NEW.amount);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_counts AFTER INSERT ON "payment" FOR EACH ROW EXECUTE FUNCTION count_payment();
CREATE TRIGGER payment_counts_anew AFTER UPDATE OF "status", "counted_at" ON "payment" FOR EACH ROW
  WHEN (OLD.counted_at <> NEW.counted_at
        OR (OLD.status IN ('initiated', 'captured')) <> (NEW.status IN ('initiated', 'captured')))
  EXECUTE FUNCTION count_payment();

-- Counts what a terminal has taken from its payments, when limits over time begin: the days of the last 38, which hold
-- every week and month that is not over, and the minutes of the last two. The lock waits for every payment that was
-- decided without limits.
CREATE FUNCTION count_connection(p_terminal text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('connection_total'::regclass::oid::int, hashtext(p_terminal));
  DELETE FROM connection_total WHERE terminal_id = p_terminal;
  INSERT INTO connection_total (terminal_id, span, starts_at, amount)
  SELECT p_terminal, kept.span, span_start(kept.span, counted_at), sum(amount)
    FROM (VALUES ('day'::"TotalSpan", interval '38 days'), ('minute', interval '2 days')) AS kept(span, length)
    JOIN payment ON counted_at > (SELECT max(counted_at) FROM payment WHERE terminal_id = p_terminal) - kept.length
   WHERE terminal_id = p_terminal AND status IN ('initiated', 'captured')
   GROUP BY kept.span, span_start(kept.span, counted_at);
END $$;

CREATE FUNCTION begin_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_connection(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER terminal_limits_begin AFTER UPDATE ON "terminal" FOR EACH ROW
  WHEN (has_limits_over_time(NEW) AND NOT has_limits_over_time(OLD)) EXECUTE FUNCTION begin_limits();

SELECT count_connection(t.id) FROM terminal t WHERE has_limits_over_time(t);

-- What is due (D-48), now with the terminal: its lapsed reservations are found without reading any other's.
DROP INDEX "payment_due";
CREATE INDEX "payment_due" ON "payment"("expires_at", "terminal_id")
  WHERE "status" = 'initiated' AND "capture_started_at" IS NULL;

-- What a terminal's bank connection has taken since the start of each span, kuruş: its totals, less reservations that
-- have lapsed and nobody has expired yet (D-41), less the payment that asks. Holds the terminal's row lock until the
-- transaction ends, and each statement of a volatile function sees what was committed before it began: racing
-- creations are summed one after the other. Always the same plan: planning anew would take longer than the sums.
DROP FUNCTION connection_usage(text, timestamptz, text, timestamptz[]);
CREATE FUNCTION connection_usage(
  p_terminal text, p_now timestamptz, p_except text, p_spans "TotalSpan"[], p_since timestamptz[]
) RETURNS bigint[] LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM 1 FROM terminal WHERE id = p_terminal FOR NO KEY UPDATE;
  RETURN (
    WITH free AS MATERIALIZED (
      SELECT id, counted_at, amount FROM payment
       WHERE status = 'initiated' AND capture_started_at IS NULL AND expires_at <= p_now AND terminal_id = p_terminal
       UNION
      SELECT id, counted_at, amount FROM payment
       WHERE id = p_except AND status IN ('initiated', 'captured') AND terminal_id = p_terminal
    )
    SELECT array_agg(
             (SELECT coalesce(sum(amount), 0)::bigint FROM connection_total
               WHERE terminal_id = p_terminal AND span = spans.span AND starts_at >= spans.since)
             - (SELECT coalesce(sum(amount), 0)::bigint FROM free WHERE counted_at >= spans.since)
             ORDER BY spans.position)
      FROM unnest(p_spans, p_since) WITH ORDINALITY AS spans(span, since, position));
END $$;
