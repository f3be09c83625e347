import type { Obstacle, RefundFailure, RefundMethod, RefundWay } from "@/server/domain/refunds/refund-policy";
import type { EventType, RefundStatus } from "@/server/domain/states";
import type { RuleWords } from "../guide/guide-text";
import type { RefundAdvice, RefundErrorCode, RefundOperation } from "./refund-errors";

/** The texts of the guide to refunds. The parts between backticks are shown as code. */
export interface RefundWords {
  readonly title: string;
  readonly intro: readonly string[];
  readonly contents: string;
  readonly kinds: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [about: string, ...methods: string[]];
    readonly rows: readonly Row[];
  };
  readonly dayEnd: Titled & RuleWords;
  readonly start: Titled &
    RuleWords & {
      readonly example: string;
      readonly answer: string;
      readonly fields: readonly Term[];
      readonly ways: string;
      readonly endpoints: Readonly<Record<RefundWay, string>>;
    };
  readonly methods: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [asked: string, before: string, after: string];
    readonly direct: string;
    readonly any: string;
    readonly whole: string;
    readonly part: string;
    readonly either: string;
    readonly credited: string;
    readonly uncredited: string;
    readonly otherwise: string;
    readonly rules: RuleWords;
  };
  readonly options: Titled & {
    readonly intro: string;
    readonly fields: readonly Term[];
    readonly why: string;
    readonly reasons: Readonly<Record<Obstacle, string>>;
  };
  readonly outcome: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [status: string, meaning: string, next: string, events: string];
    readonly names: Readonly<Record<RefundStatus, string>>;
    readonly meanings: Readonly<Record<RefundStatus, string>>;
    readonly final: string;
    readonly noEvent: string;
    readonly pending: RuleWords;
    readonly reported: string;
    readonly events: readonly (readonly [type: EventType, is: string])[];
    readonly query: string;
    readonly record: string;
    readonly payment: string;
    readonly sums: readonly Term[];
    readonly webhooks: string;
  };
  readonly lost: Titled & { readonly steps: RuleWords; readonly program: string; readonly asFile: string };
  readonly errors: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [code: string, where: string, meaning: string, next: string];
    readonly all: string;
    readonly starts: string;
    readonly operations: Readonly<Record<RefundOperation, string>>;
    readonly advice: Readonly<Record<RefundAdvice, string>>;
    /** An addition to the catalogue's advice, for the codes that need one. */
    readonly next: Readonly<Partial<Record<RefundErrorCode, string>>>;
  };
  readonly failures: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [code: string, meaning: string, next: string];
    readonly codes: Readonly<Record<RefundFailure, readonly [meaning: string, next: string]>>;
  };
  readonly commission: Titled &
    RuleWords & {
      readonly caption: string;
      readonly heads: readonly [way: string, ...figures: string[]];
      readonly none: string;
      readonly part: (amount: string) => string;
      readonly whole: Readonly<Record<RefundMethod, string>>;
    };
  readonly direct: Titled & RuleWords;
  readonly budgets: Titled & { readonly perMinute: (calls: number) => string; readonly after: string };
  readonly sandbox: Titled & {
    readonly intro: string;
    readonly cards: readonly Term[];
    readonly steps: Readonly<Record<SandboxStep, string>>;
    readonly more: string;
    readonly testCards: string;
  };
}

export type SandboxStep = "dayEnd" | "moveDayEnd" | "slow" | "sameDay" | "ledger";

interface Titled {
  readonly title: string;
}

type Term = readonly [term: string, is: string];
type Row = readonly [name: string, ...facts: string[]];
