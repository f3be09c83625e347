import { checkRedirectUrl } from "@/server/domain/links/redirect-url";
import { isPaymentAmount } from "@/server/domain/money";
import { isSensitiveText } from "@/server/domain/sensitive-text";

export interface DraftItem {
  /** The React key, which stays the same when the item is moved. */
  readonly key: number;
  readonly name: string;
  readonly note: string;
  /** The amount in kuruş. Null while the text is not an amount. */
  readonly amountKurus: bigint | null;
}

/** The draft of a new link. */
export interface LinkDraft {
  readonly terminalId: string;
  readonly amountKurus: bigint | null;
  readonly description: string;
  readonly payerName: string;
  /** The buyer's share of the commission, in bps. */
  readonly customerShareBps: number;
  /** The permitted installment counts. Null means no restriction. */
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

/** The problems of a draft by field. The server checks the same rules. */
export interface DraftProblems {
  readonly terminal: Problem | null;
  readonly amount: Problem | null;
  readonly description: Problem | null;
  readonly payerName: Problem | null;
  readonly counts: Problem | null;
  readonly redirectUrl: Problem | null;
  /** The problems of each item, in the order of the items. */
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

/** Checks a draft against the rules of a link (§4.1, §4.1.1, §4.1.2). */
export function findProblems(draft: LinkDraft, allowedHosts: readonly string[]): DraftProblems {
  const { items, amountKurus, counts, redirectUrl } = draft;
  return {
    terminal: draft.terminalId === "" ? "no_terminal" : null,
    amount: isPaymentAmount(amountKurus) ? null : "amount",
    description: findTextProblem(draft.description, 512),
    payerName: findTextProblem(draft.payerName, 120),
    counts: counts?.length === 0 ? "no_counts" : null,
    redirectUrl: redirectUrl.trim() === "" ? null : checkRedirectUrl(redirectUrl.trim(), allowedHosts),
    items: items.map(findItemProblems),
    sum: items.length > 0 && amountKurus !== sumItems(items) ? "sum" : null,
  };
}

export const hasProblems = ({ items, ...others }: DraftProblems): boolean =>
  Object.values(others).some((problem) => problem !== null) || items.some((item) => Object.keys(item).length > 0);

/** Sums the items' amounts, in kuruş. An item without an amount counts as zero. */
export const sumItems = (items: readonly DraftItem[]): bigint =>
  items.reduce((sum, { amountKurus }) => sum + (amountKurus ?? 0n), 0n);

function findItemProblems({ name, note, amountKurus }: DraftItem): ItemProblems {
  const nameProblem = name.trim() === "" ? "blank" : findTextProblem(name, 120);
  const noteProblem = findTextProblem(note, 200);
  return {
    ...(nameProblem && { name: nameProblem }),
    ...(noteProblem && { note: noteProblem }),
    ...(!isPaymentAmount(amountKurus) && { amount: "amount" }),
  };
}

function findTextProblem(text: string, max: number): Problem | null {
  if (Array.from(text).length > max) return "long";
  return isSensitiveText(text) ? "sensitive" : null;
}

/** Moves an item to another position. A position that does not exist leaves the order unchanged. */
export function moveItem(items: readonly DraftItem[], from: number, to: number): readonly DraftItem[] {
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return items;
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Converts a draft without problems to the input of the create procedure. Empty texts become null. */
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
