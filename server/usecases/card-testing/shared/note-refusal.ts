import {
  type Cooling,
  type CountedRefusals,
  coolingScopes,
  getRefusalRule,
  isRuleBroken,
  nextCooling,
  type RefusalRuleName,
  refusalRuleNames,
  toCoolingSubjects,
} from "@/server/domain/card-testing/rules";
import { raiseAlert } from "@/server/store/alerts";
import { beginCooling, type CoolingCause, hasOtherCooling } from "@/server/store/card-testing/coolings";
import { countRefusals, getRefusedAttempt, type RefusedAttempt } from "@/server/store/card-testing/refusals";
import type { Tx } from "@/server/store/db";
import { listRecipients } from "@/server/store/people/team";
import type { Ctx } from "@/server/usecases/ctx";
import { writeMail } from "@/server/usecases/mail/shared/write-mail";

/**
 * Counts the refusal of a card, in the transaction that records it, and begins a cooling in each scope whose rule it
 * breaks (D-290). The rows of coolings are locked in the order of `coolingScopes`, after all other rows.
 */
export async function noteRefusal(ctx: Ctx, tx: Tx, attemptId: string): Promise<void> {
  const attempt = await getRefusedAttempt(tx, attemptId);
  if (!attempt.isCounted) return;
  const now = ctx.clock.now();
  const counted = await countRefusals(tx, attempt, now);
  const broken = refusalRuleNames.filter((name) => {
    const counts = counted.get(name);
    return counts !== undefined && isRuleBroken(getRefusalRule(name), counts, ctx.refusalsMultiplier);
  });
  const subjects = toCoolingSubjects(attempt);
  for (const scope of coolingScopes) {
    const [subject, rule] = [subjects[scope], broken.find((name) => getRefusalRule(name).scope === scope)];
    if (subject === null || !rule) continue;
    const counts = counted.get(rule) as CountedRefusals;
    const cause: CoolingCause = {
      subject,
      scope,
      rule,
      refusals: counts.refusals,
      partnerId: scope === "network" ? null : attempt.partnerId,
      linkId: scope === "link" ? attempt.linkId : null,
    };
    const cooling = await beginCooling(tx, cause, (previous) => nextCooling(scope, previous, now), now);
    if (cooling) await warn(ctx, tx, attempt, { cause, counts, cooling });
  }
}

interface Begun {
  readonly cause: CoolingCause;
  readonly counts: CountedRefusals;
  readonly cooling: Cooling;
}

/** Alerts staff, and the owners of the account by mail. */
async function warn(ctx: Ctx, tx: Tx, attempt: RefusedAttempt, { cause, counts, cooling }: Begun): Promise<void> {
  const { subject, scope, rule, partnerId } = cause;
  const detail = `${describe(attempt, cause)}: ${describeCounts(rule, counts)}. No card is taken until ${cooling.until.toISOString()} (cooling ${cooling.offences})`;
  await raiseAlert(tx, { kind: "card_testing", subject, detail }, ctx.clock.now());
  ctx.log.error({ alert: "card_testing", subject, scope, rule, ...counts, until: cooling.until }, detail);
  if (partnerId === null || cooling.offences > 1 || (await hasOtherCooling(tx, partnerId, subject))) return;
  await writeWarnings(ctx, tx, attempt, cause);
}

/** Names what is cooling, for staff. */
function describe(
  { partnerId, linkId, linkReference, bin6 }: RefusedAttempt,
  { scope, subject }: CoolingCause,
): string {
  if (scope === "link") return `Link ${linkId} (number ${linkReference}) of ${partnerId}`;
  if (scope === "bin") return `Cards that begin with ${bin6} at ${partnerId}`;
  return scope === "network" ? `Network ${subject}` : `Account ${partnerId}`;
}

const describeCounts = (rule: RefusalRuleName, { refusals, cards, captured }: CountedRefusals): string =>
  `${refusals} refusals of ${cards} cards (another network counts as another card) and ${captured} captures in ${getRefusalRule(rule).windowMs / 60_000} minutes`;

/** Mails the account's owners what is cooling, and where they can see and end it. */
async function writeWarnings(ctx: Ctx, tx: Tx, attempt: RefusedAttempt, cause: CoolingCause): Promise<void> {
  const { scope, partnerId, linkId, refusals } = cause;
  if (scope === "network" || partnerId === null) return;
  const { account, recipients } = await listRecipients(tx, partnerId, ["owner"]);
  for (const { email: to, language } of recipients) {
    const values = {
      account,
      scope,
      number: attempt.linkReference === null || scope !== "link" ? null : String(attempt.linkReference),
      bin: scope === "bin" ? attempt.bin6 : null,
      refusals,
      url: `${ctx.origins.panel}/panel${linkId === null ? "" : `/links/${linkId}`}`,
    };
    await writeMail(ctx, tx, { kind: "card_testing", values, to, language });
  }
}
