-- When due work was last looked for, in real time (D-332): a web process that is not asked to do it reads here that
-- another one is, and does not warn.
CREATE TABLE "last_sweep" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "cron_at" TIMESTAMPTZ(3),
    "watch_at" TIMESTAMPTZ(3),
    "watch_by" INTEGER,

    CONSTRAINT "last_sweep_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "last_sweep_one_row" CHECK ("id" = 1),
    CONSTRAINT "last_sweep_watch" CHECK (("watch_at" IS NULL) = ("watch_by" IS NULL))
);
