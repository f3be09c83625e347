import type { EventType, LinkStatus } from "@/server/domain/states";
import type { RuleWords } from "../guide/guide-text";
import type { LinkAdvice, LinkErrorCode, LinkOperation } from "./link-errors";

/** The texts of the guide to payment links. The parts between backticks are shown as code. */
export interface LinkWords {
  readonly title: string;
  readonly intro: (days: number) => readonly string[];
  readonly contents: string;
  readonly create: Titled &
    RuleWords & {
      readonly example: string;
      readonly answer: string;
      readonly caption: string;
      readonly heads: readonly [field: string, needed: string, rule: string];
      readonly needed: string;
      readonly optional: string;
    };
  readonly send: Titled &
    RuleWords & {
      readonly messages: string;
      readonly message: (facts: MessageFacts) => string;
    };
  readonly buyer: Titled & {
    readonly steps: RuleWords;
    readonly masked: (name: string, shown: string) => string;
    readonly account: string;
  };
  readonly states: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [status: string, meaning: string, payable: string, next: string, events: string];
    readonly names: Readonly<Record<LinkStatus, string>>;
    readonly meanings: Readonly<Record<LinkStatus, string>>;
    readonly yes: string;
    readonly no: string;
    readonly final: string;
    readonly noEvent: string;
  };
  readonly outcome: Titled & {
    readonly intro: string;
    readonly events: readonly (readonly [type: EventType, is: string])[];
    readonly silent: string;
    readonly notice: string;
    readonly query: string;
    readonly redirect: string;
    readonly redirected: RuleWords;
    readonly payment: Titled & {
      readonly intro: string;
      readonly rules: (code: string) => readonly string[];
      readonly refunds: string;
    };
    readonly webhooks: string;
  };
  readonly list: Titled & {
    readonly example: string;
    readonly envelope: string;
    readonly parameters: readonly Term[];
    readonly all: RuleWords;
    readonly asFile: string;
  };
  readonly cancel: Titled & { readonly intro: string; readonly answers: readonly Term[] } & {
    readonly races: RuleWords;
  };
  readonly errors: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [code: string, where: string, meaning: string, next: string];
    readonly operations: Readonly<Record<LinkOperation, string>>;
    readonly advice: Readonly<Record<LinkAdvice, string>>;
    /** An addition to the catalogue's advice, for the codes that need one. */
    readonly next: Readonly<Partial<Record<LinkErrorCode, string>>>;
  };
  readonly budgets: Titled & {
    readonly intro: string;
    readonly perMinute: (calls: number) => string;
    readonly subjects: Readonly<Record<"writes" | "reads" | "address", string>>;
    readonly after: (seconds: number) => string;
  };
  readonly sandbox: Titled & {
    readonly intro: string;
    readonly cards: readonly Term[];
    readonly expire: string;
    readonly switchOff: string;
    readonly hold: string;
    readonly more: string;
    readonly testCards: string;
  };
}

interface MessageFacts {
  readonly merchantName: string;
  readonly amount: string;
  readonly url: string;
  readonly until: string;
}

interface Titled {
  readonly title: string;
}

type Term = readonly [term: string, is: string];
