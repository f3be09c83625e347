-- The language of notices: that of the person's last sign-in.
ALTER TABLE "panel_user" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'tr';
ALTER TABLE "staff_user" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'tr';
ALTER TABLE "panel_user" ADD CONSTRAINT "panel_user_language" CHECK ("language" IN ('tr', 'en'));
ALTER TABLE "staff_user" ADD CONSTRAINT "staff_user_language" CHECK ("language" IN ('tr', 'en'));

-- CreateEnum
CREATE TYPE "MailedLinkPurpose" AS ENUM ('address_proof', 'password');

-- CreateTable
CREATE TABLE "mailed_link" (
    "id" TEXT NOT NULL,
    "purpose" "MailedLinkPurpose" NOT NULL,
    "panel_user_id" TEXT,
    "staff_user_id" TEXT,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailed_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mailed_link_token_hash_key" ON "mailed_link"("token_hash");

-- CreateIndex
CREATE INDEX "mailed_link_panel_user_id_idx" ON "mailed_link"("panel_user_id");

-- CreateIndex
CREATE INDEX "mailed_link_staff_user_id_idx" ON "mailed_link"("staff_user_id");

-- CreateIndex
CREATE INDEX "mailed_link_expires_at_idx" ON "mailed_link"("expires_at");

-- AddForeignKey
ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_panel_user_id_fkey" FOREIGN KEY ("panel_user_id") REFERENCES "panel_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mailed_link" ADD CONSTRAINT "mailed_link_person" CHECK (num_nonnulls("panel_user_id", "staff_user_id") = 1);
