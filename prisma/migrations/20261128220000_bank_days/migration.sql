-- CreateEnum
CREATE TYPE "BankLineKind" AS ENUM ('sale', 'void', 'credit', 'chargeback', 'chargeback_reversal');

-- CreateEnum
CREATE TYPE "BankDifferenceKind" AS ENUM ('missing_here', 'missing_there', 'sum', 'commission', 'date', 'twice');

-- CreateTable
CREATE TABLE "bank_day" (
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "format" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "line_count" INTEGER NOT NULL,
    "matched_count" INTEGER NOT NULL,
    "sold_amount" BIGINT NOT NULL,
    "back_amount" BIGINT NOT NULL,
    "commission_amount" BIGINT NOT NULL,
    "imported_by" TEXT NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "compared_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_day_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_day_line" (
    "bank_day_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "BankLineKind" NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "commission_amount" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "auth_code" TEXT,
    "rrn" TEXT,
    "case_number" TEXT,
    "reason_code" TEXT,
    "respond_by" DATE,
    "entry_id" TEXT,

    CONSTRAINT "bank_day_line_pkey" PRIMARY KEY ("bank_day_id","number")
);

-- CreateTable
CREATE TABLE "bank_difference" (
    "id" TEXT NOT NULL,
    "bank_day_id" TEXT NOT NULL,
    "kind" "BankDifferenceKind" NOT NULL,
    "key" TEXT NOT NULL,
    "line_number" INTEGER,
    "line_kind" "BankLineKind" NOT NULL,
    "order_id" TEXT NOT NULL,
    "rrn" TEXT,
    "entry_id" TEXT,
    "payment_id" TEXT,
    "partner_id" TEXT,
    "terminal_id" TEXT,
    "bank_amount" BIGINT,
    "booked_amount" BIGINT,
    "bank_commission_amount" BIGINT,
    "due_commission_amount" BIGINT,
    "booked_day" DATE,
    "proposed_action" TEXT NOT NULL,
    "proposed_correction" "CorrectionKind",
    "proposed_amount" BIGINT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "explained_by" TEXT,
    "explanation" TEXT,

    CONSTRAINT "bank_difference_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bank_day_day_id_idx" ON "bank_day"("day", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bank_day_scope_day_key" ON "bank_day"("scope", "day");

-- CreateIndex
CREATE INDEX "bank_difference_opened_at_id_idx" ON "bank_difference"("opened_at", "id");

-- CreateIndex
CREATE INDEX "bank_difference_payment_id_idx" ON "bank_difference"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "bank_difference_bank_day_id_key_key" ON "bank_difference"("bank_day_id", "key");

-- AddForeignKey
ALTER TABLE "bank_day_line" ADD CONSTRAINT "bank_day_line_bank_day_id_fkey" FOREIGN KEY ("bank_day_id") REFERENCES "bank_day"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_day_line" ADD CONSTRAINT "bank_day_line_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_difference" ADD CONSTRAINT "bank_difference_bank_day_id_fkey" FOREIGN KEY ("bank_day_id") REFERENCES "bank_day"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_difference" ADD CONSTRAINT "bank_difference_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_difference" ADD CONSTRAINT "bank_difference_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_difference" ADD CONSTRAINT "bank_difference_explained_by_fkey" FOREIGN KEY ("explained_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- A movement is in one line of one file.
CREATE UNIQUE INDEX "bank_day_line_entry" ON "bank_day_line"("entry_id") WHERE "entry_id" IS NOT NULL;
CREATE INDEX "bank_difference_open" ON "bank_difference"("opened_at", "id") WHERE "closed_at" IS NULL;
ALTER TABLE "bank_day_line" ADD CONSTRAINT "bank_day_line_of_money" CHECK ("amount" > 0);
ALTER TABLE "bank_difference" ADD CONSTRAINT "bank_difference_is_explained" CHECK (
  ("explained_by" IS NULL) = ("explanation" IS NULL) AND ("explained_by" IS NULL OR "closed_at" IS NOT NULL)
  AND ("explanation" IS NULL OR btrim("explanation") <> ''));

-- The movements of a day are found by the day. Entries are written nearly in the order of their days, so a summary of each
-- range of pages is enough, and costs a capture nothing.
CREATE INDEX "ledger_entry_day" ON "ledger_entry" USING brin ("day") WITH (pages_per_range = 16);

-- A difference stays as it was found, and as a person explained it.
CREATE FUNCTION bank_difference_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.explained_by IS NOT NULL
     OR (OLD.id, OLD.bank_day_id, OLD.kind, OLD.key, OLD.opened_at) IS DISTINCT FROM
        (NEW.id, NEW.bank_day_id, NEW.kind, NEW.key, NEW.opened_at)
  THEN
    RAISE EXCEPTION 'Difference % stays as it was found and explained', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_difference_is_kept BEFORE UPDATE ON "bank_difference" FOR EACH ROW EXECUTE FUNCTION bank_difference_is_kept();
CREATE TRIGGER bank_difference_is_not_deleted BEFORE DELETE ON "bank_difference" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_difference_is_not_emptied BEFORE TRUNCATE ON "bank_difference" EXECUTE FUNCTION refuse_change();

-- A day is closed exactly while it has no open difference.
CREATE FUNCTION bank_day_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_day record;
BEGIN
  SELECT d.id, d.closed_at, EXISTS (SELECT 1 FROM bank_difference WHERE bank_day_id = d.id AND closed_at IS NULL) AS has_open
    INTO v_day FROM bank_day d WHERE d.id = CASE TG_TABLE_NAME WHEN 'bank_day' THEN NEW.id ELSE to_jsonb(NEW) ->> 'bank_day_id' END;
  IF (v_day.closed_at IS NULL) <> v_day.has_open THEN
    RAISE EXCEPTION 'The state of bank day % is not that of its differences', v_day.id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER bank_day_is_closed AFTER INSERT OR UPDATE ON "bank_day" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bank_day_is_closed();
CREATE CONSTRAINT TRIGGER difference_of_closed_day AFTER INSERT OR UPDATE ON "bank_difference" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bank_day_is_closed();
