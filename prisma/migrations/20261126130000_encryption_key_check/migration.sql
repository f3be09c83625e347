-- One known value per encryption key, sealed with it (D-318): a start that has other bytes under the same name cannot
-- open it. Rows are added by the product at its first start with a key.
CREATE TABLE "encryption_key_check" (
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "encryption_key_check_pkey" PRIMARY KEY ("key_id")
);
