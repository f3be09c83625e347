-- The state of what a merchant asks for and staff decide on: a trading name, or a logo.
ALTER TYPE "NameRequestState" RENAME TO "BrandRequestState";

-- CreateTable
CREATE TABLE "logo_request" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "picture" BYTEA,
    "state" "BrandRequestState" NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,

    CONSTRAINT "logo_request_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "partner" ADD COLUMN "logo_id" TEXT;

-- CreateIndex
CREATE INDEX "logo_request_partner_id_requested_at_idx" ON "logo_request"("partner_id", "requested_at");

-- CreateIndex
CREATE INDEX "logo_request_state_requested_at_idx" ON "logo_request"("state", "requested_at");

-- AddForeignKey
ALTER TABLE "logo_request" ADD CONSTRAINT "logo_request_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner" ADD CONSTRAINT "partner_logo_id_fkey" FOREIGN KEY ("logo_id") REFERENCES "logo_request"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A merchant has one waiting logo.
CREATE UNIQUE INDEX "logo_request_waiting" ON "logo_request"("partner_id") WHERE "state" = 'waiting';

ALTER TABLE "logo_request" ADD CONSTRAINT "logo_request_is_decided"
  CHECK (("state" IN ('waiting', 'withdrawn')) = ("decided_by" IS NULL) AND ("state" = 'waiting') = ("decided_at" IS NULL));

-- A picture is kept while staff may look at it or buyers may have seen it.
ALTER TABLE "logo_request" ADD CONSTRAINT "logo_request_picture"
  CHECK (("state" IN ('waiting', 'approved')) = ("picture" IS NOT NULL) AND octet_length("picture") <= 524288);
