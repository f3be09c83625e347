-- CreateTable
CREATE TABLE "partner_viewing" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "partner_viewing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "partner_viewing_session_id_idx" ON "partner_viewing"("session_id");

-- CreateIndex
CREATE INDEX "partner_viewing_partner_id_idx" ON "partner_viewing"("partner_id");

-- AddForeignKey
ALTER TABLE "partner_viewing" ADD CONSTRAINT "partner_viewing_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sign_in_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_viewing" ADD CONSTRAINT "partner_viewing_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A session views one account at a time, for at most half an hour, and somebody has said why (D-261).
CREATE UNIQUE INDEX partner_viewing_one ON "partner_viewing" ("session_id") WHERE "ended_at" IS NULL;
ALTER TABLE "partner_viewing"
  ADD CONSTRAINT partner_viewing_reason CHECK (btrim("reason") <> ''),
  ADD CONSTRAINT partner_viewing_time CHECK ("expires_at" > "started_at" AND "expires_at" <= "started_at" + interval '30 minutes');
