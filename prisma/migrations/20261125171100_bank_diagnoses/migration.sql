-- What the connection doctor found out about a bank connection (D-235).
CREATE TABLE "bank_diagnosis" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "order_id" TEXT NOT NULL,
    "findings" JSONB NOT NULL,
    "checks" JSONB NOT NULL,
    "facts" JSONB NOT NULL,

    CONSTRAINT "bank_diagnosis_pkey" PRIMARY KEY ("id"),
    -- A diagnosis passed exactly when it has no finding.
    CONSTRAINT "bank_diagnosis_verdict" CHECK ("passed" = (jsonb_array_length("findings") = 0))
);
CREATE INDEX "bank_diagnosis_connection_id_at_idx" ON "bank_diagnosis"("connection_id", "at");
ALTER TABLE "bank_diagnosis" ADD CONSTRAINT "bank_diagnosis_connection_id_fkey" FOREIGN KEY ("connection_id")
  REFERENCES "bank_connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A diagnosis is evidence: it is never changed.
CREATE FUNCTION keep_bank_diagnosis() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A diagnosis of a bank connection never changes';
END $$;
CREATE TRIGGER bank_diagnosis_never_changes BEFORE UPDATE ON "bank_diagnosis"
  FOR EACH ROW EXECUTE FUNCTION keep_bank_diagnosis();
