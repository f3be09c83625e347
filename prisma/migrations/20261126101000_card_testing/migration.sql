-- Refusals of cards are counted over links, BINs, networks and merchants (D-290, D-291). Both indexes are partial, so a
-- payment writes none of them before its card was refused or captured.
ALTER TABLE "attempt" ADD COLUMN "buyer_network" TEXT;

CREATE INDEX "attempt_refused" ON "attempt"("partner_id", "created_at")
  WHERE "status" IN ('rejected', 'declined', 'not_authenticated');
CREATE INDEX "attempt_answered" ON "attempt"("buyer_network", "created_at")
  WHERE "status" IN ('captured', 'rejected', 'declined', 'not_authenticated');

-- CreateTable
CREATE TABLE "card_cooling" (
    "subject" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "partner_id" TEXT,
    "link_id" TEXT,
    "rule" TEXT NOT NULL,
    "refusals" INTEGER NOT NULL,
    "offences" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "calm_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_cooling_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "card_cooling_partner_id_idx" ON "card_cooling"("partner_id");

-- CreateIndex
CREATE INDEX "card_cooling_calm_at_idx" ON "card_cooling"("calm_at");
