-- CreateTable
CREATE TABLE "bin_override" (
    "id" TEXT NOT NULL,
    "bin" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "brand" TEXT,
    "family" "CardFamily" NOT NULL,
    "scheme" TEXT NOT NULL,
    "commercial" BOOLEAN NOT NULL,
    "confidence" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "made_by" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_by" TEXT,
    "removed_at" TIMESTAMPTZ(3),
    "removal_reason" TEXT,

    CONSTRAINT "bin_override_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bin_import" (
    "id" TEXT NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_by" TEXT,
    "file_name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "listed" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "unchanged" INTEGER NOT NULL,
    "conflicts" INTEGER NOT NULL,

    CONSTRAINT "bin_import_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bin_override_made_at_idx" ON "bin_override"("made_at");

-- CreateIndex
CREATE INDEX "bin_import_imported_at_idx" ON "bin_import"("imported_at");

-- AddForeignKey
ALTER TABLE "bin_override" ADD CONSTRAINT "bin_override_made_by_fkey" FOREIGN KEY ("made_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bin_override" ADD CONSTRAINT "bin_override_removed_by_fkey" FOREIGN KEY ("removed_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bin_import" ADD CONSTRAINT "bin_import_imported_by_fkey" FOREIGN KEY ("imported_by") REFERENCES "staff_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The rules that Prisma's schema cannot express. --------------------------------------------------------------

ALTER TABLE "bin_override" ADD CONSTRAINT "bin_override_form" CHECK (
  "bin" ~ '^[0-9]{6,8}$' AND "confidence" IN ('low', 'medium', 'high'));
ALTER TABLE "bin_override" ADD CONSTRAINT "bin_override_removal" CHECK (
  ("removed_at" IS NULL) = ("removed_by" IS NULL) AND ("removed_at" IS NULL) = ("removal_reason" IS NULL));

-- A prefix has one override in use. A changed override is a new row, so the former values stay.
CREATE UNIQUE INDEX "bin_override_in_use" ON "bin_override"("bin") WHERE "removed_at" IS NULL;

CREATE TRIGGER bin_override_is_kept BEFORE DELETE ON "bin_override" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bin_override_is_not_emptied BEFORE TRUNCATE ON "bin_override" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bin_override_is_removed_at_most BEFORE UPDATE ON "bin_override" FOR EACH ROW
  WHEN (OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL
        OR (OLD.id, OLD.bin, OLD.bank, OLD.brand, OLD.family, OLD.scheme, OLD.commercial, OLD.confidence, OLD.reason,
            OLD.made_by, OLD.made_at)
           IS DISTINCT FROM (NEW.id, NEW.bin, NEW.bank, NEW.brand, NEW.family, NEW.scheme, NEW.commercial,
                             NEW.confidence, NEW.reason, NEW.made_by, NEW.made_at))
  EXECUTE FUNCTION refuse_change();

-- Processes that keep the table in memory read it again, as after an import.
CREATE TRIGGER bin_overrides_changed AFTER INSERT OR UPDATE ON "bin_override"
  FOR EACH STATEMENT EXECUTE FUNCTION note_bin_change();

CREATE TRIGGER bin_import_is_kept BEFORE UPDATE OR DELETE ON "bin_import"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bin_import_is_not_emptied BEFORE TRUNCATE ON "bin_import" EXECUTE FUNCTION refuse_change();
