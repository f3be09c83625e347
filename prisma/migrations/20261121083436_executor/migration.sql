-- CreateTable
CREATE TABLE "executor_run" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "event" JSON NOT NULL,
    "steps" JSON NOT NULL,
    "version" INTEGER NOT NULL,
    "result" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "executor_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "executor_job" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "step_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL,
    "slots" TEXT[],
    "eager" BOOLEAN NOT NULL,

    CONSTRAINT "executor_job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "executor_run_key_key" ON "executor_run"("key");

-- CreateIndex
CREATE INDEX "executor_run_ended_at_idx" ON "executor_run"("ended_at");

-- CreateIndex
CREATE INDEX "executor_job_run_at_idx" ON "executor_job"("run_at");

-- CreateIndex
CREATE UNIQUE INDEX "executor_job_run_id_step_id_key" ON "executor_job"("run_id", "step_id");

-- AddForeignKey
ALTER TABLE "executor_job" ADD CONSTRAINT "executor_job_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "executor_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
