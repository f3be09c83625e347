import type { RuleWords } from "../guide/guide-text";

/** The texts of the guide to installments. The parts between backticks are shown as code. */
export interface InstallmentWords {
  readonly title: string;
  readonly intro: readonly string[];
  readonly contents: string;
  readonly lookup: Titled &
    RuleWords & {
      readonly example: string;
      readonly answers: readonly Term[];
      readonly digits: string;
    };
  readonly overview: Titled & {
    readonly intro: string;
    readonly example: string;
    readonly members: readonly Term[];
    readonly upTo: {
      readonly intro: string;
      readonly caption: (price: string) => string;
      readonly heads: readonly [count: string, perMonth: string, total: string];
      readonly afterwards: string;
    };
  };
  readonly split: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly largest: (kurus: bigint) => string;
    readonly perMonth: (total: bigint, count: number, first: bigint, rest: bigint) => string;
    readonly basis: {
      readonly title: string;
      readonly intro: string;
      readonly terms: readonly Term[];
      readonly caption: string;
      readonly heads: BasisHeads;
    };
  };
  readonly passOn: Titled & {
    readonly intro: string;
    readonly ways: readonly Term[];
    readonly caption: string;
    readonly heads: PassOnHeads;
    readonly why: string;
    readonly rules: readonly string[];
    readonly samples: { readonly title: string; readonly asFile: string } & RuleWords;
  };
  readonly refusals: Titled & {
    readonly intro: string;
    readonly caption: string;
    readonly heads: readonly [why: string, where: string, next: string, attempt: string];
    readonly reasons: readonly Refusal[];
    readonly consequences: string;
    readonly rules: readonly string[];
  };
  readonly sandbox: Titled & {
    readonly intro: string;
    readonly terminals: readonly Term[];
    readonly digits: string;
    readonly cards: readonly Term[];
    readonly setTerminal: string;
    readonly narrowAccount: string;
    readonly more: string;
    readonly testCards: string;
  };
}

interface Titled {
  readonly title: string;
}

type Term = readonly [term: string, is: string];

type BasisHeads = readonly [
  charged: string,
  share: string,
  grossDeducted: string,
  grossLeft: string,
  netDeducted: string,
  netLeft: string,
];

type PassOnHeads = readonly [
  price: string,
  rate: string,
  fee: string,
  oneToOne: string,
  oneToOneLeft: string,
  exact: string,
  exactLeft: string,
];

/** A reason of §7.3; its cells are in the order of the table's heads. */
type Refusal = readonly [why: string, where: string, next: string, attempt: string];
