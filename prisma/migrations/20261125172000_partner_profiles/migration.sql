-- CreateEnum
CREATE TYPE "TaxNumberKind" AS ENUM ('vkn', 'tckn');

-- CreateEnum
CREATE TYPE "DocumentState" AS ENUM ('missing', 'received', 'approved', 'refused');

-- CreateEnum
CREATE TYPE "NameRequestState" AS ENUM ('waiting', 'approved', 'refused', 'withdrawn');

-- CreateTable
CREATE TABLE "partner_profile" (
    "id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "legal_title" TEXT,
    "tax_kind" "TaxNumberKind",
    "tax_number" TEXT,
    "tax_office" TEXT,
    "category" TEXT,
    "legal_address" JSONB,
    "correspondence_address" TEXT,
    "contacts" JSONB NOT NULL DEFAULT '[]',
    "iban" BYTEA,
    "iban_masked" TEXT,
    "support_email" TEXT,
    "support_phone" TEXT,
    "terms_url" TEXT,
    "refund_terms_url" TEXT,
    "colour" TEXT,

    CONSTRAINT "partner_profile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_document" (
    "partner_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" "DocumentState" NOT NULL,
    "note" TEXT,
    "received_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "partner_document_pkey" PRIMARY KEY ("partner_id","kind")
);

-- CreateTable
CREATE TABLE "partner_note" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "author" TEXT NOT NULL,

    CONSTRAINT "partner_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "name_request" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" "NameRequestState" NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,

    CONSTRAINT "name_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "partner_profile_tax_number_idx" ON "partner_profile"("tax_number");

-- CreateIndex
CREATE INDEX "partner_note_partner_id_at_idx" ON "partner_note"("partner_id", "at");

-- CreateIndex
CREATE INDEX "name_request_partner_id_requested_at_idx" ON "name_request"("partner_id", "requested_at");

-- CreateIndex
CREATE INDEX "name_request_state_requested_at_idx" ON "name_request"("state", "requested_at");

-- CreateIndex
CREATE INDEX "partner_name_id_idx" ON "partner"("name", "id");

-- AddForeignKey
ALTER TABLE "partner_profile" ADD CONSTRAINT "partner_profile_id_fkey" FOREIGN KEY ("id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_document" ADD CONSTRAINT "partner_document_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_note" ADD CONSTRAINT "partner_note_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "name_request" ADD CONSTRAINT "name_request_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A merchant has one waiting wish for a trading name.
CREATE UNIQUE INDEX "name_request_waiting" ON "name_request"("partner_id") WHERE "state" = 'waiting';

ALTER TABLE "name_request" ADD CONSTRAINT "name_request_is_decided"
  CHECK (("state" IN ('waiting', 'withdrawn')) = ("decided_by" IS NULL) AND ("state" = 'waiting') = ("decided_at" IS NULL));

-- A tax number has its kind's length; the product checks its digits.
ALTER TABLE "partner_profile" ADD CONSTRAINT "partner_profile_tax_number"
  CHECK (("tax_number" IS NULL) = ("tax_kind" IS NULL)
         AND ("tax_kind" <> 'vkn' OR "tax_number" ~ '^[0-9]{10}$') AND ("tax_kind" <> 'tckn' OR "tax_number" ~ '^[0-9]{11}$'));
ALTER TABLE "partner_profile" ADD CONSTRAINT "partner_profile_iban" CHECK (("iban" IS NULL) = ("iban_masked" IS NULL));

-- What staff wrote down is never changed or erased.
CREATE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'permission denied for table partner_note: notes are only ever added' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER partner_note_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "partner_note"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_note_change();

-- Staff find people by the beginning of an address.
CREATE INDEX "panel_user_email_prefix" ON "panel_user"("email" text_pattern_ops) WHERE "removed_at" IS NULL;
