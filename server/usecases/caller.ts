import type { Account, RaisedBudgets } from "@/server/store/callers";

/** Who makes a request: the account behind a checked API key. */
export interface Caller extends Account {
  readonly rateLimits: RaisedBudgets;
}
