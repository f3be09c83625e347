import { checkRedirectUrl } from "@/server/domain/links/redirect-url";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { isAmount } from "../../ui/amount-text";

export interface DraftItem {
  /** Tells it from the others while it is moved about. */
  readonly key: number;
  readonly name: string;
  readonly note: string;
  /** Kuruş; null: nothing that is an amount. */
  readonly amountKurus: bigint | null;
}

/** A link as it is being written. */
export interface LinkDraft {
  readonly terminalId: string;
  readonly amountKurus: bigint | null;
  readonly description: string;
  readonly payerName: string;
  /** Basis points of the commission that the buyer bears. */
  readonly customerShareBps: number;
  /** Null: no restriction. */
  readonly counts: readonly number[] | null;
  readonly items: readonly DraftItem[];
  readonly redirectUrl: string;
}

export const emptyDraft = (terminalId: string): LinkDraft => ({
  terminalId,
  amountKurus: null,
  description: "",
  payerName: "",
  customerShareBps: 0,
  counts: null,
  items: [],
  redirectUrl: "",
});

export type Problem =
  | "amount"
  | "long"
  | "blank"
  | "sensitive"
  | "no_counts"
  | "sum"
  | "url"
  | "url_host"
  | "no_terminal";

export type ItemProblems = Readonly<Partial<Record<"name" | "note" | "amount", Problem>>>;

/** What keeps a draft from being a link, by field; the server asks the same. */
export interface DraftProblems {
  readonly terminal: Problem | null;
  readonly amount: Problem | null;
  readonly description: Problem | null;
  readonly payerName: Problem | null;
  readonly counts: Problem | null;
  readonly redirectUrl: Problem | null;
  /** Of each item, in their order. */
  readonly items: readonly ItemProblems[];
  readonly sum: Problem | null;
}

export const noProblems: DraftProblems = {
  terminal: null,
  amount: null,
  description: null,
  payerName: null,
  counts: null,
  redirectUrl: null,
  items: [],
  sum: null,
};

/** §4.1, §4.1.1, §4.1.2. */
export function problemsOf(draft: LinkDraft, allowedHosts: readonly string[]): DraftProblems {
  const { items, amountKurus, counts, redirectUrl } = draft;
  return {
    terminal: draft.terminalId === "" ? "no_terminal" : null,
    amount: isAmount(amountKurus) ? null : "amount",
    description: textProblem(draft.description, 512),
    payerName: textProblem(draft.payerName, 120),
    counts: counts?.length === 0 ? "no_counts" : null,
    redirectUrl: redirectUrl.trim() === "" ? null : checkRedirectUrl(redirectUrl.trim(), allowedHosts),
    items: items.map(itemProblems),
    sum: items.length > 0 && amountKurus !== sumOf(items) ? "sum" : null,
  };
}

export const hasProblems = ({ items, ...others }: DraftProblems): boolean =>
  Object.values(others).some((problem) => problem !== null) ||
  items.some((item) => Object.keys(item).length > 0);

/** Of the items' amounts, kuruş; what is no amount yet counts for nothing. */
export const sumOf = (items: readonly DraftItem[]): bigint =>
  items.reduce((sum, { amountKurus }) => sum + (amountKurus ?? 0n), 0n);

function itemProblems({ name, note, amountKurus }: DraftItem): ItemProblems {
  const nameProblem = name.trim() === "" ? "blank" : textProblem(name, 120);
  const noteProblem = textProblem(note, 200);
  return {
    ...(nameProblem && { name: nameProblem }),
    ...(noteProblem && { note: noteProblem }),
    ...(!isAmount(amountKurus) && { amount: "amount" }),
  };
}

function textProblem(text: string, max: number): Problem | null {
  if (Array.from(text).length > max) return "long";
  return isSensitiveText(text) ? "sensitive" : null;
}

/** An item in another place; a place that there is not leaves the order as it is. */
export function moveItem(items: readonly DraftItem[], from: number, to: number): readonly DraftItem[] {
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return items;
  const others = items.filter((_, place) => place !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** What the procedure takes for a draft without problems; a text that was left empty is none. */
export const toInput = (draft: LinkDraft, amountKurus: bigint) => ({
  amountKurus,
  terminalId: draft.terminalId,
  customerShareBps: draft.customerShareBps,
  allowedCounts: draft.counts === null ? null : [...draft.counts],
  description: textOrNull(draft.description),
  payerName: textOrNull(draft.payerName),
  redirectUrl: textOrNull(draft.redirectUrl),
  items:
    draft.items.length === 0
      ? null
      : draft.items.map(({ name, note, amountKurus: each }) => ({
          name: name.trim(),
          note: textOrNull(note),
          amountKurus: each ?? 0n,
        })),
});

const textOrNull = (text: string): string | null => text.trim() || null;
