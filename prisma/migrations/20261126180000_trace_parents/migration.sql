-- The trace that a payment, an event and its delivery belong to (D-354). It is null where no trace is recorded.
ALTER TABLE "payment" ADD COLUMN "trace_parent" TEXT;
ALTER TABLE "outbox_event" ADD COLUMN "trace_parent" TEXT;
ALTER TABLE "webhook_delivery" ADD COLUMN "trace_parent" TEXT;
