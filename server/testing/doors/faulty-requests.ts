import type { KeyRights } from "@/server/domain/accounts/key-rights";
import type { ErrorCode } from "@/server/domain/errors";
import type { PolicyName } from "@/server/entry/limits/rate-limit-policies";
import type { Caller } from "@/server/usecases/caller";
import { caller as ordinaryCaller } from "./requests";

// Requests of the merchant API with one fault or two, for the test of the order of the checks (D-7).

/** A request of the merchant API that a test makes wrong in one place or in two. */
export interface Draft {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
  caller: Partial<Caller> | null;
  exhausted: PolicyName | null;
}

export const base = (method: string, path: string): Draft => ({
  method,
  path,
  headers: {},
  body: undefined,
  caller: {},
  exhausted: null,
});

/** What is wrong with a request. Two faults that change the same part of it cannot be in one request. */
export interface Fault {
  readonly code: ErrorCode;
  readonly part: string;
  readonly apply: (draft: Draft) => void;
}

export const fault = (code: ErrorCode, part: string, apply: (draft: Draft) => void): Fault => ({ code, part, apply });

export const inBody = (code: ErrorCode, name: string, value: unknown): Fault =>
  fault(code, name, (draft) => {
    draft.body = { ...draft.body, [name]: value };
  });
export const ofAccount = (code: ErrorCode, part: string, changes: Partial<Caller>): Fault =>
  fault(code, part, (draft) => {
    draft.caller = draft.caller && { ...draft.caller, ...changes };
  });
export const atPath = (code: ErrorCode, path: () => string): Fault =>
  fault(code, "path", (draft) => {
    draft.path = path();
  });

export const budgetSpent = (policy: PolicyName): Fault =>
  fault("rate_limited", "budgets", (draft) => {
    draft.exhausted = policy;
  });
export const ofKey = (part: string, changes: Partial<KeyRights>): Fault =>
  fault("access_denied", part, (draft) => {
    const { rights } = { ...ordinaryCaller, ...draft.caller };
    draft.caller = draft.caller && { ...draft.caller, rights: { ...rights, ...changes } };
  });
/** The faults that follow one of the account's state: those of the key itself. */
export const andThen = (state: Fault): Fault[] => [
  state,
  ofKey("scopes", { scopes: [] }),
  ofKey("networks", { allowedIps: ["198.51.100.0/24"] }),
];
export const withHeader = (code: ErrorCode, name: string, value: string): Fault =>
  fault(code, name, (draft) => {
    draft.headers = { ...draft.headers, [name]: value };
  });
