import superjson from "superjson";
import { backOfficeCounts, writeBackOfficeRows } from "./back-office-rows";
import { type BenchSettings, percentile } from "./load";
import { measureMs } from "./pairs";
import { type AtEnd, startProduct } from "./processes";
import { MissedBound } from "./table";

/**
 * Measures every list and every search of the back-office over HTTP, with 10,000 merchants and 30,000 terminals (see
 * README.md).
 */
export const benchBackOffice = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const { apiUrl, databaseUrl, staff } = await startProduct(atEnd);
  const [admin] = staff;
  if (!admin) throw new Error("The sandbox has no person of staff.");
  console.log(`Writing ${backOfficeCounts.partners.toLocaleString("en")} merchants with all that they have …`);
  await writeBackOfficeRows(databaseUrl);
  const { origin } = new URL(apiUrl);
  const call = createCaller(origin, await signIn(origin, admin));
  console.log(`${rounds} times ${seconds} s for each question`);
  const measured = [];
  for (const question of questions) measured.push(await measureQuestion(call, question, seconds * rounds * 1_000));
  console.log(report(measured));
  const slow = measured.filter(isMissed).map(({ name }) => name);
  if (slow.length > 0) throw new MissedBound(`back-office: a p99 of ${boundMs} ms or more for ${slow.join(", ")}`);
};

/** The p99 in ms that every question must stay below. */
const boundMs = 100;

/** A call of a procedure of the back-office. */
type Caller = (path: string, input: object) => Promise<Answer>;

/** What a list returns, as far as it is read here. */
interface Answer {
  readonly nextCursor?: unknown;
}

interface Question {
  readonly name: string;
  readonly path: string;
  readonly input: object;
}

const ask = (path: string, ...named: readonly (readonly [name: string, input: object])[]): Question[] =>
  named.map(([name, input]) => ({ name: `${path.split(".")[0]}: ${name}`, path, input }));

const questions: readonly Question[] = [
  ...ask(
    "partner.find",
    ["all", {}],
    ["held ones", { acceptance: "held" }],
    ["a part of a name", { text: "çınar mağazası 47" }],
    ["a part of a legal title", { text: "ışıldak ticaret 4711" }],
    ["an unknown name", { text: "hiç olmayan bir ad" }],
    ["a tax number", { text: "1000004711" }],
    ["an identifier", { text: "trm_g4711" }],
    ["an order code", { text: "G-4711" }],
    ["four digits", { text: "4711" }],
    ["an address", { text: "kisi4711@" }],
  ),
  ...ask("partner.get", ["one", { partnerId: "prt_g4711" }]),
  ...ask("partner.activity", ["what happens at one", { partnerId: "prt_g4711" }]),
  ...ask("partner.deliveries", ["deliveries of one", { partnerId: "prt_g4711" }]),
  ...ask(
    "terminal.list",
    ["all", {}],
    ["switched off", { state: ["off"] }],
    ["of one bank", { bank: "isbank" }],
    ["of one merchant", { partner: "prt_g4711" }],
    ["a part of a name", { text: "kasa 2471" }],
    ["a word of all names", { text: "kasa" }],
    ["an unknown name", { text: "hiç olmayan bir ad" }],
  ),
  ...ask(
    "payment.list",
    ["all", {}],
    ["failed", { status: ["failed"] }],
    ["of one merchant", { partnerId: "prt_g4711" }],
    ["an amount", { amount: { fromKurus: 300_000n, toKurus: 300_500n } }],
    ["a payment code", { search: `pay_g${"4711".padStart(26, "0")}` }],
    ["an order code", { search: "G-4711" }],
    ["four digits", { search: "4711" }],
    ["an unknown code", { search: "XYZ-1" }],
  ),
  ...ask("open.list", ["all", {}]),
  ...ask("alert.list", ["open ones", {}], ["closed ones", { state: ["closed"] }]),
  ...ask(
    "webhook.receivers",
    ["failing ones", { scope: "failing" }],
    ["all", { scope: "all" }],
    ["a part of a name", { scope: "all", search: "çınar" }],
  ),
  ...ask("approval.list", ["all", {}], ["rejected ones", { status: ["rejected"] }]),
  ...ask(
    "audit.list",
    ["all", {}],
    ["one log", { scope: "prt_g4711" }],
    ["one subject", { text: "trm_g4711" }],
    ["one person", { text: "kisi7@vezne.example" }],
    ["one area", { area: "bin" }],
    ["what was refused (nothing)", { outcome: "refused" }],
    ["what was not finished (nothing)", { outcome: "unfinished" }],
  ),
];

/** Signs in by the requests that the sign-in page makes, and returns the session's cookies. */
async function signIn(origin: string, { email, password }: { email: string; password: string }): Promise<string> {
  const form = await fetch(`${origin}/api/staff/auth/csrf`);
  const { csrfToken } = (await form.json()) as { csrfToken: string };
  const answer = await fetch(`${origin}/api/staff/auth/callback/credentials`, {
    method: "POST",
    headers: { origin, cookie: toCookies(form) },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
  if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}.`);
  return toCookies(answer);
}

const toCookies = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const createCaller =
  (origin: string, cookie: string): Caller =>
  async (path, input) => {
    const query = encodeURIComponent(superjson.stringify(input));
    const answer = await fetch(`${origin}/api/staff/trpc/${path}?input=${query}`, {
      headers: { cookie, "x-vezne-page": "1" },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return (JSON.parse(text) as { result: { data: { json: Answer } } }).result.data.json;
  };

/** The pages that are read to find a page far from the newest rows. */
const farPages = 20;

/** Returns the position of a page far from the first, or null where the list is shorter. */
async function findFarCursor(call: Caller, { path, input }: Question): Promise<unknown> {
  let cursor: unknown = null;
  for (let page = 0; page < farPages; page += 1) {
    const { nextCursor } = await call(path, { ...input, ...(cursor !== null && { cursor }) });
    if (nextCursor === undefined || nextCursor === null) return null;
    cursor = nextCursor;
  }
  return cursor;
}

interface Measured {
  readonly name: string;
  readonly firstMs: readonly number[];
  /** Empty where the list is shorter. */
  readonly farMs: readonly number[];
}

/** Asks for the first page and for a far one in turns. */
async function measureQuestion(call: Caller, question: Question, durationMs: number): Promise<Measured> {
  const { name, path, input } = question;
  const cursor = await findFarCursor(call, question);
  const [firstMs, farMs]: [number[], number[]] = [[], []];
  for (const end = performance.now() + durationMs; performance.now() < end; ) {
    firstMs.push(await measureMs(() => call(path, input)));
    if (cursor !== null) farMs.push(await measureMs(() => call(path, { ...input, cursor })));
  }
  return { name, firstMs, farMs };
}

const isMissed = ({ firstMs, farMs }: Measured): boolean =>
  Math.max(percentile(firstMs, 0.99), percentile(farMs, 0.99)) >= boundMs;

function report(rows: readonly Measured[]): string {
  const cells = (times: readonly number[]) =>
    times.length === 0 ? ["–", "–"] : [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${[...cells(row.firstMs), ...cells(row.farMs)].join(" | ")} |${isMissed(row) ? " missed" : ""}`,
  );
  return [
    "",
    `| | p50, first page | p99 | p50, page ${farPages + 1} | p99 |`,
    "|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
