import type { Account, RaisedBudgets } from "../store/accounts/callers";

/** Who makes a request of the merchant API: the account behind a checked key. */
export interface Caller extends Account {
  readonly keyId: string;
  readonly rateLimits: RaisedBudgets;
}

/** On whose account a verb acts, whichever door it came by. */
export type ActingAccount = Account;
