-- The amount of a link's payment may change while nobody pays it: another card is charged otherwise at the same count
-- (D-11). The totals of its bank connection follow.
DROP TRIGGER payment_counts_anew ON "payment";
CREATE TRIGGER payment_counts_anew AFTER UPDATE OF "status", "counted_at", "amount" ON "payment" FOR EACH ROW
  WHEN (OLD.counted_at <> NEW.counted_at OR OLD.amount <> NEW.amount
        OR (OLD.status IN ('initiated', 'captured')) <> (NEW.status IN ('initiated', 'captured')))
  EXECUTE FUNCTION count_payment();
