-- API keys are principals (D-66). The keys that exist keep all rights: they were made when every key had them. The
-- address of the creator names the member who has seen the key.

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "scopes" TEXT[],
ADD COLUMN "expires_at" TIMESTAMPTZ(3),
ADD COLUMN "allowed_ips" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "refund_limit" BIGINT,
ADD COLUMN "seen_by" TEXT[] DEFAULT ARRAY[]::TEXT[];

UPDATE "api_key" SET
  "scopes" = ARRAY['payments:write', 'payments:read', 'links:write', 'links:read', 'refunds:write', 'reports:read',
                   'events:read', 'events:write'],
  "seen_by" = ARRAY(SELECT u."id" FROM "panel_user" u
                     WHERE u."partner_id" = "api_key"."partner_id" AND u."email" = "api_key"."created_by");

ALTER TABLE "api_key"
  ALTER COLUMN "allowed_ips" SET NOT NULL,
  ALTER COLUMN "seen_by" SET NOT NULL,
  ALTER COLUMN "scopes" SET NOT NULL,
  ADD CONSTRAINT api_key_scopes CHECK (
    cardinality("scopes") > 0 AND
    "scopes" <@ ARRAY['payments:write', 'payments:read', 'links:write', 'links:read', 'refunds:write', 'reports:read',
                      'events:read', 'events:write']),
  ADD CONSTRAINT api_key_refund_limit CHECK ("refund_limit" > 0);

-- AlterTable
ALTER TABLE "partner" ADD COLUMN "refund_approval_in_api" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "refund_approval_in_api_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "refund" ADD COLUMN "api_key_id" TEXT;

-- AlterTable
ALTER TABLE "sign_in_session" ADD COLUMN "factor_confirmed_at" TIMESTAMPTZ(3);
