import { createHash } from "node:crypto";
import { minutes } from "@/server/domain/clock";
import { newId, newSecretToken } from "@/server/domain/ids";
import { comparePage } from "@/server/domain/pages/compare-page";
import type { InventoryPage, PageKind, PageRequestPlan, PageScript } from "@/server/domain/pages/inventory";
import type { FetchedAnswer } from "@/server/domain/pages/page-fetch";
import { isUnreachableStatus, type PageResult, tellDifferences } from "@/server/domain/pages/page-results";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx, type Tx } from "@/server/store/db";
import { insertPageCheck, listLastChecks } from "@/server/store/pages/page-checks";
import type { Ctx } from "../../ctx";
import { readElements } from "./read-page";

/** What the comparison of one page found. */
export interface PageFinding {
  readonly page: PageKind;
  readonly result: PageResult;
  readonly differences: readonly string[];
}

/** Longer than all answers of a look together usually take, ms. */
const longestLookMs = minutes(5);
const looksMax = 3;

/**
 * Fetches each page that needs no card, and every script, and compares them with the inventory of this release. The
 * addresses that are fetched hold for an hour, so it starts again where a sandbox's clock was moved meanwhile.
 * @throws an error if no look was short enough; the check that asked is repeated then
 */
export async function comparePages(ctx: Ctx): Promise<PageFinding[]> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const startedAt = ctx.clock.now().getTime();
    const findings = await lookAtPages(ctx);
    if (ctx.clock.now().getTime() - startedAt <= longestLookMs) return findings;
  }
  throw new Error(`Each of ${looksMax} looks at the buyers' pages took longer than ${longestLookMs} ms`);
}

async function lookAtPages(ctx: Ctx): Promise<PageFinding[]> {
  const { inventory } = ctx.pages.released;
  const scripts = await fetchScripts(ctx, inventory.scripts);
  const values = placeholders(ctx);
  const findings: PageFinding[] = [];
  // One after the other: the check must not be noticed by buyers.
  for (const page of inventory.pages) {
    if (page.request !== null) findings.push(await checkPage(ctx, page, page.request, { values, scripts }));
  }
  return findings;
}

interface Fetched {
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with each script's file, by its path. */
  readonly scripts: ReadonlyMap<string, ScriptState>;
}

type ScriptState = "equal" | "changed" | "unreachable";

async function checkPage(ctx: Ctx, page: InventoryPage, plan: PageRequestPlan, fetched: Fetched): Promise<PageFinding> {
  const { kind } = page;
  const fillIn = (text: string) => text.replace(/\{[a-z-]+\}/g, (name) => fetched.values[name] ?? name);
  const address = ctx.origins[plan.origin] + fillIn(plan.path);
  const form = plan.form && Object.fromEntries(Object.entries(plan.form).map(([name, text]) => [name, fillIn(text)]));
  const answer = await ctx.pages.fetch({ address, method: plan.method, form }).catch(toReason);
  if (typeof answer === "string") return { page: kind, result: "unreachable", differences: [answer] };
  if (isUnreachableStatus(answer.status)) {
    return { page: kind, result: "unreachable", differences: [`The status is ${answer.status}.`] };
  }
  const received = { ...answer, elements: readElements(Buffer.from(answer.body).toString("utf8")) };
  const used = [...page.scripts, ...page.laterScripts];
  const differences = [
    ...comparePage(page, received, { address, values: fetched.values }),
    ...used.flatMap(({ src }) => describeScript(src, fetched.scripts.get(src) ?? "unreachable")),
  ];
  return { page: kind, result: differences.length === 0 ? "equal" : "changed", differences };
}

function describeScript(src: string, state: ScriptState): string[] {
  if (state === "equal") return [];
  return [
    state === "changed"
      ? `The script ${src} was sent with other bytes than its integrity hash says.`
      : `The script ${src} could not be fetched.`,
  ];
}

const toReason = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return `The page could not be fetched: ${code ?? ""} ${(message ?? String(error)).slice(0, 200)}`.replace(
    /\s+/g,
    " ",
  );
};

/** Fetches the file of each script once and compares its bytes with its integrity hash. */
async function fetchScripts(ctx: Ctx, scripts: readonly PageScript[]): Promise<Map<string, ScriptState>> {
  const states = new Map<string, ScriptState>();
  for (const { src, integrity } of scripts) {
    const answer = await ctx.pages
      .fetch({ address: ctx.origins.pay + src, method: "GET", form: null })
      .catch(() => null);
    states.set(src, answer?.status === 200 ? compareBytes(answer, integrity) : "unreachable");
  }
  return states;
}

const compareBytes = ({ body }: FetchedAnswer, integrity: string): ScriptState =>
  `sha384-${createHash("sha384").update(body).digest("base64")}` === integrity ? "equal" : "changed";

/** The values of the inventory's placeholders for this check. A random token finds no link. */
function placeholders(ctx: Ctx): Readonly<Record<string, string>> {
  const { link, ended, ref, "ended-ref": endedRef } = ctx.pages.keys.probeAt(ctx.clock.now());
  return {
    "{link}": link,
    "{ended}": ended,
    "{ref}": ref,
    "{ended-ref}": endedRef,
    "{unknown}": newSecretToken(ctx.random),
    "{shop-address}": ctx.origins.pay,
  };
}

/**
 * Stores what was found, and raises and closes the alerts of the pages. All of it is stored or nothing, so that a check
 * that is repeated after an error does not count as the second one in a row.
 */
export async function recordFindings(ctx: Ctx, findings: readonly PageFinding[]): Promise<void> {
  if (findings.length === 0) return;
  for (const { page, result, differences } of findings) {
    if (result !== "equal")
      ctx.log.warn({ security: "page_check", page, result, differences }, "A buyer's page differs");
  }
  const before = await listLastChecks(
    ctx.db,
    findings.map(({ page }) => page),
  );
  const outOfReach = new Set(before.flatMap(({ page, result }) => (result === "unreachable" ? [page] : [])));
  await inTx(ctx.db, async (tx) => {
    for (const finding of findings) await recordFinding(ctx, tx, finding, outOfReach.has(finding.page));
  });
}

async function recordFinding(ctx: Ctx, tx: Tx, finding: PageFinding, wasOutOfReach: boolean): Promise<void> {
  const { page, result, differences } = finding;
  const now = ctx.clock.now();
  const { digest } = ctx.pages.released;
  const isStillOutOfReach = result === "unreachable" && wasOutOfReach;
  const detail = tellDifferences(differences);
  await insertPageCheck(tx, { id: newId(ctx.random, "pageCheck", now), at: now, page, result, differences, digest });
  if (result === "changed") await raiseAlert(tx, { kind: "page_changed", subject: page, detail }, now);
  if (isStillOutOfReach) await raiseAlert(tx, { kind: "page_unreachable", subject: page, detail }, now);
  if (result === "equal") await closeAlerts(tx, { kinds: ["page_changed"], subjects: [page] }, now);
  if (result !== "unreachable") await closeAlerts(tx, { kinds: ["page_unreachable"], subjects: [page] }, now);
}
