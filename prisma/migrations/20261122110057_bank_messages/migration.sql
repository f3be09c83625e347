-- CreateTable
CREATE TABLE "bank_message" (
    "id" TEXT NOT NULL,
    "terminal_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operation" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "response" TEXT,
    "http_status" INTEGER,
    "outcome" TEXT NOT NULL,
    "cause" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "bank_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bank_message_terminal_id_at_id_idx" ON "bank_message"("terminal_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bank_message_at_idx" ON "bank_message"("at");

-- AddForeignKey
ALTER TABLE "bank_message" ADD CONSTRAINT "bank_message_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE CASCADE ON UPDATE CASCADE;
