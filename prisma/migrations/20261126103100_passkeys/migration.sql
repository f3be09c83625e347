-- Since when a person has a passkey, and from when on the rule of factors counts the days of the code app.
ALTER TABLE "panel_user" ADD COLUMN "factor_rule_since" TIMESTAMPTZ(3),
ADD COLUMN "passkey_since" TIMESTAMPTZ(3);
ALTER TABLE "staff_user" ADD COLUMN "factor_rule_since" TIMESTAMPTZ(3),
ADD COLUMN "passkey_since" TIMESTAMPTZ(3);

-- CreateEnum
CREATE TYPE "PasskeyPurpose" AS ENUM ('add', 'confirm', 'sign_in');

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "panel_user_id" TEXT,
    "staff_user_id" TEXT,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "challenge" TEXT NOT NULL,
    "purpose" "PasskeyPurpose" NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("challenge")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_panel_user_id_idx" ON "passkey"("panel_user_id");

-- CreateIndex
CREATE INDEX "passkey_staff_user_id_idx" ON "passkey"("staff_user_id");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_panel_user_id_fkey" FOREIGN KEY ("panel_user_id") REFERENCES "panel_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_staff_user_id_fkey" FOREIGN KEY ("staff_user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person" CHECK (num_nonnulls("panel_user_id", "staff_user_id") = 1);
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_counter" CHECK ("counter" >= 0);
