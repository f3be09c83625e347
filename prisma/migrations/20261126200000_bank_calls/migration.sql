-- Sums of the calls to each bank's host, per minute and purpose, and what they show about the host now (D-370).
CREATE TABLE "bank_minute" (
    "bank" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "purpose" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "declined" INTEGER NOT NULL,
    "unconnected" INTEGER NOT NULL,
    "timeouts" INTEGER NOT NULL,
    "broken" INTEGER NOT NULL,
    "unreadable" INTEGER NOT NULL,
    "hash_mismatches" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "latency" INTEGER[],

    CONSTRAINT "bank_minute_pkey" PRIMARY KEY ("bank", "host", "minute", "purpose"),
    CONSTRAINT "bank_minute_calls" CHECK ("calls" = "answered" + "unconnected" + "timeouts" + "broken" + "unreadable"),
    CONSTRAINT "bank_minute_declined" CHECK ("declined" BETWEEN 0 AND "answered"),
    CONSTRAINT "bank_minute_latency" CHECK (cardinality("latency") = 18)
);
CREATE INDEX "bank_minute_minute_idx" ON "bank_minute"("minute");

CREATE TABLE "bank_state" (
    "bank" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "last_answer_at" TIMESTAMPTZ(3),
    "last_answer" TEXT,
    "last_failure_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,
    "reached_at" TIMESTAMPTZ(3),
    "failures_in_row" INTEGER NOT NULL,
    "unreached_in_row" INTEGER NOT NULL,

    CONSTRAINT "bank_state_pkey" PRIMARY KEY ("bank", "host"),
    CONSTRAINT "bank_state_answer" CHECK (("last_answer_at" IS NULL) = ("last_answer" IS NULL)),
    CONSTRAINT "bank_state_failure" CHECK (("last_failure_at" IS NULL) = ("last_failure" IS NULL)),
    CONSTRAINT "bank_state_rows" CHECK ("failures_in_row" >= 0 AND "unreached_in_row" >= 0)
);
