-- When the members of an account are warned next that a key ends (D-323). Of keys that already have an end they are
-- warned seven days before, or at once where less is left.
ALTER TABLE "api_key" ADD COLUMN "end_warning_at" TIMESTAMPTZ(3);

UPDATE "api_key" SET "end_warning_at" = "expires_at" - interval '7 days'
 WHERE "expires_at" IS NOT NULL AND "revoked_at" IS NULL;

CREATE INDEX "api_key_that_ends" ON "api_key" ("end_warning_at") WHERE "end_warning_at" IS NOT NULL AND "revoked_at" IS NULL;
