-- A mailed link with which a browser becomes a known device of the person.
ALTER TYPE "MailedLinkPurpose" ADD VALUE 'device';

-- Whether the password was issued by an operator, and when the person was last informed of many wrong passwords.
ALTER TABLE "panel_user" ADD COLUMN "attempts_told_at" TIMESTAMPTZ(3),
ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "staff_user" ADD COLUMN "attempts_told_at" TIMESTAMPTZ(3),
ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "failed_sign_in" (
    "id" TEXT NOT NULL,
    "door" TEXT NOT NULL,
    "panel_user_id" TEXT,
    "staff_user_id" TEXT,
    "address_mark" TEXT NOT NULL,
    "domain" TEXT,
    "source_ip" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "failed_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "failed_sign_in_panel_user_id_last_at_idx" ON "failed_sign_in"("panel_user_id", "last_at");

-- CreateIndex
CREATE INDEX "failed_sign_in_staff_user_id_last_at_idx" ON "failed_sign_in"("staff_user_id", "last_at");

-- CreateIndex
CREATE INDEX "failed_sign_in_last_at_idx" ON "failed_sign_in"("last_at");

-- CreateIndex
CREATE UNIQUE INDEX "failed_sign_in_door_address_mark_source_ip_hour_key" ON "failed_sign_in"("door", "address_mark", "source_ip", "hour");

-- AddForeignKey
ALTER TABLE "failed_sign_in" ADD CONSTRAINT "failed_sign_in_panel_user_id_fkey" FOREIGN KEY ("panel_user_id") REFERENCES "panel_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "failed_sign_in" ADD CONSTRAINT "failed_sign_in_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "failed_sign_in" ADD CONSTRAINT "failed_sign_in_door" CHECK ("door" IN ('panel', 'staff'));
ALTER TABLE "failed_sign_in" ADD CONSTRAINT "failed_sign_in_person" CHECK (num_nonnulls("panel_user_id", "staff_user_id") <= 1);
ALTER TABLE "failed_sign_in" ADD CONSTRAINT "failed_sign_in_count" CHECK ("count" >= 1);
