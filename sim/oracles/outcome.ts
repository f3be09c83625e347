import { settled } from "@/e2e/crash/settled";
import { queryOracle } from "./oracle";

const replaced = [
  "a delivery that has not arrived",
  "an alert about something other than an unknown outcome or what kills do to the surroundings",
  "an attempt that was taken over, although its form had left",
];
const kept = Object.fromEntries(Object.entries(settled).filter(([rule]) => !replaced.includes(rule)));

/** Holds when everything has ended: each record has a final status, and what belongs to it. */
export const allEnded = queryOracle("everything has ended", {
  ...kept,
  "a delivery that still waits": `select id, type, status, attempts from webhook_delivery where status = 'pending'`,
  // The clocks of two processes differ, so the record of moves says which attempt was the later one.
  "an attempt that was taken over after its form had left": `
    select a.id, a.payment_id, later.id as later
      from attempt a
      join attempt later using (payment_id)
      join sim.move begun on begun.record = 'attempt' and begun.row_id = a.id and begun.before is null
      join sim.move begun_later
        on begun_later.record = 'attempt' and begun_later.row_id = later.id and begun_later.before is null
     where a.status = 'abandoned' and a.handed_out_at is not null and begun_later.id > begun.id`,
  "a return of money whose outcome is open": `select id, status from money_return where status = 'pending'`,
});
