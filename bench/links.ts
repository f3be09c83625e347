import { randomBytes } from "node:crypto";
import { type LinkAccount, openLinkAccounts } from "./links-accounts";
import { type Answered, linksReport } from "./links-report";
import type { BenchSettings } from "./load";
import { type AtEnd, startProduct } from "./processes";

/** What a list and a single link cost an account with a thousand links and one with a million (see README.md). */
export const benchLinks = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const key = { id: "bench", key: randomBytes(32) };
  const { apiUrl, databaseUrl } = await startProduct(atEnd, {
    ENCRYPTION_KEYS: `bench:${key.key.toString("base64")}`,
  });
  console.log("Writing 1,001,000 links …");
  const [small, large] = await openLinkAccounts(databaseUrl, key, [1_000, 1_000_000]);
  if (!small || !large) throw new Error("The accounts could not be opened.");
  console.log(`${rounds} rounds of ${seconds} s for each question, the accounts in turns`);
  const found = questions.map(({ question, isAimed }) => ({
    ...{ question, isAimed, small: [] as number[], large: [] as number[] },
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { path }] of questions.entries()) {
      const times = { small: [] as number[], large: [] as number[] };
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
        times.small.push(await ask(apiUrl, small, path(small)));
        times.large.push(await ask(apiUrl, large, path(large)));
      }
      // The first round is for warming up.
      if (round > 0) {
        found[at]?.small.push(...times.small);
        found[at]?.large.push(...times.large);
      }
    }
  }
  console.log(linksReport(found satisfies Answered[], [small.linkCount, large.linkCount]));
};

/** The last page of 200 that an account has or may ask for, of `share` of its links. */
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
    question: "open ones, first page of 20",
    isAimed: false,
    path: () => list("status=pending&status=launched"),
  },
  { question: "completed, first page of 20", isAimed: false, path: () => list("status=completed") },
  {
    ...{ question: "completed, last page of 200", isAimed: false },
    path: (account) => list(`status=completed&${lastPage(account, 0.5)}`),
  },
  {
    ...{ question: "one amount, all states", isAimed: false },
    path: () => list("minAmount=8019&maxAmount=8019"),
  },
  {
    ...{ question: "upper half of amounts, first page of 20", isAimed: false },
    path: () => list("minAmount=500000"),
  },
  {
    ...{ question: "upper half of amounts, last page of 200", isAimed: false },
    path: (account) => list(`minAmount=500000&${lastPage(account, 0.4)}`),
  },
  {
    ...{ question: "completed in a month, first page of 20", isAimed: false },
    path: () => list(`status=completed&createdFrom=${monthAgo(4)}&createdTo=${monthAgo(3)}`),
  },
];

const monthAgo = (count: number): string => new Date(Date.now() - count * 30 * 86_400_000).toISOString();

/** How long an answer took, ms, to its last byte. Anything but 200 stops the run. */
async function ask(origin: string, { apiKey }: LinkAccount, path: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(origin + path, { headers: { Authorization: `Bearer ${apiKey}` } });
  await answer.arrayBuffer();
  const took = performance.now() - start;
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}.`);
  return took;
}
