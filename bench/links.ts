import { randomBytes } from "node:crypto";
import { type LinkAccount, openLinkAccounts } from "./links-accounts";
import type { BenchSettings } from "./load";
import { measurePairs, pairsReport, timeGet } from "./pairs";
import { type AtEnd, startProduct } from "./processes";

/** Compares queries of links between an account with a thousand links and one with a million (see README.md). */
export const benchLinks = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const key = { id: "bench", key: randomBytes(32) };
  const { apiUrl, databaseUrl } = await startProduct(atEnd, {
    ENCRYPTION_KEYS: `bench:${key.key.toString("base64")}`,
  });
  console.log("Writing 1,001,000 links …");
  const [small, large] = await openLinkAccounts(databaseUrl, key, [1_000, 1_000_000]);
  if (!small || !large) throw new Error("The accounts could not be opened.");
  console.log(`${rounds} rounds of ${seconds} s for each question, the accounts in turns`);
  const pairs = questions.map(({ question, isAimed, path }) => ({
    question,
    ...(isAimed && { aim }),
    small: () => timeGet(apiUrl, small.apiKey, path(small)),
    large: () => timeGet(apiUrl, large.apiKey, path(large)),
  }));
  const sides = [small, large].map(({ linkCount }) => linkCount.toLocaleString("en"));
  console.log(pairsReport("links", await measurePairs(pairs, { rounds, seconds }), sides));
};

/** The largest ratio that is aimed at: large account to small account. */
const aim = 2;

/** Returns the query of the last page of 200 links that exists or may be requested, when `share` of the links match. */
const lastPage = ({ linkCount }: LinkAccount, share = 1): string =>
  `size=200&page=${Math.min(500, Math.floor((linkCount * share) / 200) - 1)}`;

const list = (query: string): string => `/v1/payment-links?${query}`;

interface Question {
  readonly question: string;
  readonly isAimed: boolean;
  path(account: LinkAccount): string;
}

const questions: readonly Question[] = [
  { question: "one link", isAimed: true, path: (account) => `/v1/payment-links/${account.nextId()}` },
  { question: "first page of 20", isAimed: true, path: () => list("") },
  { question: "first page of 200", isAimed: true, path: () => list("size=200") },
  { question: "last page of 200", isAimed: true, path: (account) => list(lastPage(account)) },
  {
    question: "open, first page of 20",
    isAimed: false,
    path: () => list("status=pending&status=launched"),
  },
  { question: "completed, first page of 20", isAimed: false, path: () => list("status=completed") },
  {
    question: "completed, last page of 200",
    isAimed: false,
    path: (account) => list(`status=completed&${lastPage(account, 0.5)}`),
  },
  { question: "one amount, all statuses", isAimed: false, path: () => list("minAmount=8019&maxAmount=8019") },
  {
    question: "upper half of the amounts, first page of 20",
    isAimed: false,
    path: () => list("minAmount=500000"),
  },
  {
    question: "upper half of the amounts, last page of 200",
    isAimed: false,
    path: (account) => list(`minAmount=500000&${lastPage(account, 0.4)}`),
  },
  {
    question: "completed, one month, first page of 20",
    isAimed: false,
    path: () => list(`status=completed&createdFrom=${monthAgo(4)}&createdTo=${monthAgo(3)}`),
  },
];

const monthAgo = (count: number): string => new Date(Date.now() - count * 30 * 86_400_000).toISOString();
