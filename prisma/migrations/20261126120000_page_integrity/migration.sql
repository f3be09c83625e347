-- Reports of browsers are counted per day and kind (D-297). Earlier ones are counted into the new rows; they did not say
-- whether their page was ours, so they count as others' pages.
ALTER TABLE "csp_report" RENAME TO "csp_report_single";
ALTER TABLE "csp_report_single" RENAME CONSTRAINT "csp_report_pkey" TO "csp_report_single_pkey";

-- CreateTable
CREATE TABLE "csp_report" (
    "id" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "directive" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "is_ours" BOOLEAN NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "csp_report_pkey" PRIMARY KEY ("id")
);

-- The directive was stored as it was sent, and may contain what a page of a stranger wrote into it.
INSERT INTO "csp_report" ("id", "day", "directive", "blocked", "document", "is_ours", "count", "first_at", "last_at")
SELECT min("id"), date_trunc('day', "received_at", 'Europe/Istanbul'),
       CASE WHEN "directive" ~ '^[a-z]{2,12}(-[a-z]{2,12}){0,3}$' THEN "directive" ELSE 'other' END,
       "blocked", "document", false, count(*)::int, min("received_at"), max("received_at")
  FROM "csp_report_single" GROUP BY 2, 3, 4, 5;
DROP TABLE "csp_report_single";

-- CreateIndex
CREATE UNIQUE INDEX "csp_report_day_is_ours_directive_blocked_document_key" ON "csp_report"("day", "is_ours", "directive", "blocked", "document");

-- CreateIndex
CREATE INDEX "csp_report_last_at_id_idx" ON "csp_report"("last_at", "id");

-- CreateTable
CREATE TABLE "page_inventory" (
    "id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "authorised_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "authorised_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "page_inventory_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "page_inventory_digest_idx" ON "page_inventory"("digest");

CREATE TRIGGER page_inventory_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "page_inventory"
  EXECUTE FUNCTION refuse_change();

-- CreateTable
CREATE TABLE "page_check" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "page" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "differences" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "digest" TEXT NOT NULL,

    CONSTRAINT "page_check_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "page_check_result" CHECK ("result" IN ('equal', 'changed', 'unreachable'))
);

-- CreateIndex
CREATE INDEX "page_check_page_at_idx" ON "page_check"("page", "at");

-- CreateIndex
CREATE INDEX "page_check_at_idx" ON "page_check"("at");
