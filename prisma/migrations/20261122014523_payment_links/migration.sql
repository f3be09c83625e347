-- CreateEnum
CREATE TYPE "LinkStatus" AS ENUM ('pending', 'launched', 'initiated', 'completed', 'expired', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "last_link_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "link_id" TEXT,
ALTER COLUMN "return_url" DROP NOT NULL;

-- CreateTable
CREATE TABLE "payment_link" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "partner_reference" BIGINT NOT NULL,
    "status" "LinkStatus" NOT NULL,
    "amount" BIGINT NOT NULL,
    "customer_share_bps" INTEGER NOT NULL,
    "description" TEXT,
    "redirect_url" TEXT,
    "allowed_counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "items" JSON,
    "payer_name" TEXT,
    "token_hash" BYTEA NOT NULL,
    "token_cipher" BYTEA NOT NULL,
    "last_attempt_no" INTEGER NOT NULL DEFAULT 0,
    "first_opened_at" TIMESTAMPTZ(3),
    "last_opened_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_link_token_hash_key" ON "payment_link"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "payment_link_partner_id_partner_reference_key" ON "payment_link"("partner_id", "partner_reference");

-- CreateIndex
CREATE INDEX "payment_links_in_state" ON "payment_link"("partner_id", "status", "partner_reference", "amount");

-- CreateIndex
CREATE INDEX "payment_links_of_amount" ON "payment_link"("partner_id", "amount", "partner_reference", "status");

-- CreateIndex
CREATE INDEX "payment_link_partner_id_created_at_idx" ON "payment_link"("partner_id", "created_at");

-- AddForeignKey
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "payment_link"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_link"
  ADD CONSTRAINT "payment_link_amounts" CHECK (
    "amount" BETWEEN 1 AND 1000000000 AND "customer_share_bps" BETWEEN 0 AND 10000
    AND "partner_reference" >= 1 AND "last_attempt_no" >= 0),
  ADD CONSTRAINT "payment_link_validity" CHECK ("expires_at" = "created_at" + interval '604800 seconds'),
  ADD CONSTRAINT "payment_link_opened" CHECK (
    ("first_opened_at" IS NULL) = ("last_opened_at" IS NULL)
    AND ("status" IN ('pending', 'expired', 'cancelled') OR "first_opened_at" IS NOT NULL)
    AND ("status" <> 'pending' OR "first_opened_at" IS NULL));
ALTER TABLE "payment"
  ADD CONSTRAINT "payment_link_source" CHECK (("source" = 'payment_link') = ("link_id" IS NOT NULL)),
  ADD CONSTRAINT "payment_return_url" CHECK ("return_url" IS NOT NULL OR "link_id" IS NOT NULL);

-- One payment of a link at a time, and one captured ever, whatever races: a buyer cannot pay twice (D-11).
CREATE UNIQUE INDEX "payment_of_link" ON "payment"("link_id")
  WHERE "link_id" IS NOT NULL AND "status" IN ('initiated', 'captured');
CREATE INDEX "payments_of_link" ON "payment"("link_id", "created_at") WHERE "link_id" IS NOT NULL;

-- What is due (D-48), the first first.
CREATE INDEX "payment_link_due" ON "payment_link"("expires_at", "id")
  WHERE "status" IN ('pending', 'launched', 'initiated', 'failed');

-- Lists (D-14) count links off on indexes that hold all that filters ask about. Without reading their rows that works
-- for rows that have been vacuumed, which the defaults put off until a fifth of the table is new.
ALTER TABLE "payment_link" SET (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

-- The last line of two rules that the code keeps under the link's lock (D-10): a capture begins on a link that is in
-- 3-D Secure only, and while one runs the link stays there. Each side takes the link's row first.
CREATE FUNCTION capture_needs_open_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status FROM payment_link WHERE id = NEW.link_id FOR SHARE) <> 'initiated' THEN
    RAISE EXCEPTION 'The link % of payment % is not in 3-D Secure', NEW.link_id, NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_capture_of_link BEFORE UPDATE OF "capture_started_at" ON "payment" FOR EACH ROW
  WHEN (NEW."link_id" IS NOT NULL AND OLD."capture_started_at" IS NULL AND NEW."capture_started_at" IS NOT NULL)
  EXECUTE FUNCTION capture_needs_open_link();

CREATE FUNCTION closing_needs_no_capture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM payment
              WHERE link_id = NEW.id AND status IN ('initiated', 'captured') AND capture_started_at IS NOT NULL) THEN
    RAISE EXCEPTION 'A capture of link % is running or has taken the money', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_link_closing BEFORE UPDATE OF "status" ON "payment_link" FOR EACH ROW
  WHEN (NEW."status" <> OLD."status" AND NEW."status" <> 'completed' AND OLD."status" NOT IN ('cancelled', 'expired')
        AND (OLD."status" = 'initiated' OR NEW."status" IN ('cancelled', 'expired')))
  EXECUTE FUNCTION closing_needs_no_capture();

CREATE FUNCTION completion_needs_the_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM payment WHERE link_id = NEW.id AND status = 'captured') THEN
    RAISE EXCEPTION 'No payment of link % has the money', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_link_completion BEFORE UPDATE OF "status" ON "payment_link" FOR EACH ROW
  WHEN (NEW."status" = 'completed' AND OLD."status" NOT IN ('completed', 'expired', 'cancelled'))
  EXECUTE FUNCTION completion_needs_the_money();

-- A final state is final, and a link stays what was agreed, whoever writes.
CREATE FUNCTION link_keeps_its_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A payment link is never deleted, and its % is final', coalesce(OLD.status::text, 'state');
END $$;
CREATE TRIGGER payment_link_stays BEFORE DELETE ON "payment_link" FOR EACH ROW EXECUTE FUNCTION link_keeps_its_word();
CREATE TRIGGER payment_link_is_final BEFORE UPDATE OF "status" ON "payment_link" FOR EACH ROW
  WHEN (OLD."status" IN ('completed', 'expired', 'cancelled') AND NEW."status" <> OLD."status")
  EXECUTE FUNCTION link_keeps_its_word();

CREATE FUNCTION link_stays_as_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What was agreed of a payment link never changes (%)', TG_TABLE_NAME;
END $$;
CREATE TRIGGER payment_link_is_kept BEFORE TRUNCATE ON "payment_link" EXECUTE FUNCTION link_stays_as_agreed();
CREATE TRIGGER payment_link_as_agreed BEFORE UPDATE OF "partner_id", "terminal_id", "partner_reference", "amount",
    "customer_share_bps", "redirect_url", "allowed_counts", "token_hash", "created_at", "expires_at"
  ON "payment_link" FOR EACH ROW
  WHEN ((OLD."partner_id", OLD."terminal_id", OLD."partner_reference", OLD."amount", OLD."customer_share_bps",
         OLD."redirect_url", OLD."allowed_counts", OLD."token_hash", OLD."created_at", OLD."expires_at")
        IS DISTINCT FROM
        (NEW."partner_id", NEW."terminal_id", NEW."partner_reference", NEW."amount", NEW."customer_share_bps",
         NEW."redirect_url", NEW."allowed_counts", NEW."token_hash", NEW."created_at", NEW."expires_at"))
  EXECUTE FUNCTION link_stays_as_agreed();
CREATE TRIGGER payment_of_link_as_agreed BEFORE UPDATE OF "link_id", "amount" ON "payment" FOR EACH ROW
  WHEN (OLD."link_id" IS DISTINCT FROM NEW."link_id"
        OR (OLD."amount" <> NEW."amount" AND OLD."capture_started_at" IS NOT NULL))
  EXECUTE FUNCTION link_stays_as_agreed();
