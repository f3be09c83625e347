import type { KeyRights } from "../domain/accounts/key-rights";
import type { Account, RaisedBudgets } from "../store/accounts/callers";

/** The account behind a checked API key, which makes a request of the merchant API. */
export interface Caller extends Account {
  readonly keyId: string;
  readonly rateLimits: RaisedBudgets;
  readonly rights: KeyRights;
}

/** The account on which a use case acts, called from the API, the panel or the back-office. */
export type ActingAccount = Account;
