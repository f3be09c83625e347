import { settled } from "@/e2e/crash/records";
import { queryOracle } from "./oracle";

const replaced = [
  "a delivery that has not arrived",
  "an alert about something other than an unknown outcome or what kills do to the surroundings",
];
const kept = Object.fromEntries(Object.entries(settled).filter(([rule]) => !replaced.includes(rule)));

/** Holds when everything has ended: each record has a final status, and what belongs to it. */
export const allEnded = queryOracle("everything has ended", {
  ...kept,
  "a delivery that still waits": `select id, type, status, attempts from webhook_delivery where status = 'pending'`,
  "a return of money whose outcome is open": `select id, status from money_return where status = 'pending'`,
});
