import { withFormerNames } from "../banks/decline";
import { hours, minutes, plusMs } from "../clock";

/**
 * What the refusals of cards are counted over: a payment link, the cards of one BIN at one merchant, the network of the
 * buyer (an IPv4 address or an IPv6 /64) at all merchants together, or a merchant.
 */
export const coolingScopes = ["link", "bin", "network", "merchant"] as const;
export type CoolingScope = (typeof coolingScopes)[number];

/** A rule of how many refused cards are too many (D-290). The figures hold at a multiplier of 1. */
export interface RefusalRule {
  readonly scope: CoolingScope;
  /** Refusals of cards that were submitted within this time count, ms. */
  readonly windowMs: number;
  /** The refusals that are still accepted; one more begins a cooling. */
  readonly refusalsMax: number;
  /** The number of different cards among the refused ones (`CountedRefusals`) below which the rule does not apply. */
  readonly cardsMin: number;
  /** The share of the refusals among the refused and captured cards below which the rule does not apply, bps. */
  readonly shareMinBps: number;
}

/**
 * The rules. A link belongs to one buyer, so it needs no share. A network, a BIN and a merchant have many buyers, of
 * whom some are always refused, so only a share that no sale day reaches counts, and only with several cards, so that
 * one buyer who tries one card again and again is not taken for many. The hour of a network has no minimum of cards,
 * because a security code can be guessed for a single one.
 */
const refusalRules = {
  link: { scope: "link", windowMs: minutes(10), refusalsMax: 20, cardsMin: 1, shareMinBps: 0 },
  link_day: { scope: "link", windowMs: hours(24), refusalsMax: 60, cardsMin: 1, shareMinBps: 0 },
  bin: { scope: "bin", windowMs: minutes(10), refusalsMax: 50, cardsMin: 25, shareMinBps: 8_000 },
  network: { scope: "network", windowMs: minutes(10), refusalsMax: 25, cardsMin: 4, shareMinBps: 7_000 },
  network_hour: { scope: "network", windowMs: hours(1), refusalsMax: 60, cardsMin: 1, shareMinBps: 8_000 },
  merchant: { scope: "merchant", windowMs: minutes(10), refusalsMax: 100, cardsMin: 50, shareMinBps: 7_000 },
} as const satisfies Record<string, RefusalRule>;
export type RefusalRuleName = keyof typeof refusalRules;

export const refusalRuleNames = Object.keys(refusalRules) as readonly RefusalRuleName[];

export const getRefusalRule = (name: RefusalRuleName): RefusalRule => refusalRules[name];

/**
 * The bank's reasons that say something about the card. The others are the bank's own trouble or a mistake in the
 * order: an outage gives them to every honest buyer, and they do not reveal whether a card is good.
 */
export const cardRefusalReasons: readonly string[] = withFormerNames([
  "insufficient_funds",
  "card_limit_exceeded",
  "do_not_honour",
  "lost_or_stolen",
  "restricted_card",
  "expired_card",
  "invalid_card",
  "invalid_security_code",
  "invalid_expiry",
  "closed_to_internet",
  "suspected_fraud",
  "attempts_exceeded",
]);

/** The cards that were answered in a rule's window. */
export interface CountedRefusals {
  readonly refusals: number;
  /**
   * The number of different cards among the refused ones, by their first six and last four digits. A card that comes
   * from another network counts as another one: one buyer has one network, and a card that many networks try is not in
   * the hands of one buyer.
   */
  readonly cards: number;
  /** The number of captured payments. */
  readonly captured: number;
}

/** Returns whether the counts break a rule. The multiplier raises its two numbers; only a sandbox may have another. */
export function isRuleBroken(
  rule: RefusalRule,
  { refusals, cards, captured }: CountedRefusals,
  multiplier: number,
): boolean {
  return (
    refusals > rule.refusalsMax * multiplier &&
    cards >= rule.cardsMin * multiplier &&
    refusals * 10_000 >= rule.shareMinBps * (refusals + captured)
  );
}

/** How long the first, the second … cooling of a scope lasts, ms. The last one repeats. */
const stepsMs = [minutes(5), minutes(10), minutes(20), minutes(30)] as const;
/** Shorter for a merchant: it stops all buyers, so a stranger must not be able to stop a shop for long. */
const merchantStepsMs = [minutes(2), minutes(5), minutes(10)] as const;

/** How long a cooling is remembered after its end, ms. Another one within this time is a repetition. */
const rememberedMs = hours(1);

/** A cooling: while it lasts, no card is taken in its scope. Instants in UTC. */
export interface Cooling {
  /** 1 for the first cooling, 2 for the first repetition, and so on. */
  readonly offences: number;
  readonly until: Date;
  /** When the scope is calm again: the alerts close, and the next cooling is a first one. */
  readonly calmAt: Date;
}

/** Returns the cooling that begins now, or null while the previous one lasts, which a late refusal does not extend. */
export function nextCooling(
  scope: CoolingScope,
  previous: Pick<Cooling, "offences" | "until" | "calmAt"> | null,
  now: Date,
): Cooling | null {
  if (previous && previous.until > now) return null;
  const offences = previous && previous.calmAt > now ? previous.offences + 1 : 1;
  const steps = scope === "merchant" ? merchantStepsMs : stepsMs;
  const until = plusMs(now, steps[Math.min(offences, steps.length) - 1] ?? steps[0]);
  return { offences, until, calmAt: plusMs(until, rememberedMs) };
}

/** Returns the seconds until a cooling ends, at least 1, for `Retry-After`. */
export const toRetryAfterSeconds = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));

/** What a card is submitted to, as far as it is known: `bin6` is null where the number has no six digits. */
export interface CardPlace {
  readonly linkId: string | null;
  readonly partnerId: string;
  readonly bin6: string | null;
  /** The buyer's network (`ipGroup`); null in attempts from before it was recorded. */
  readonly network: string | null;
}

/**
 * Returns the subject of each scope that a card is in: the key of its cooling and of its alert. Subjects of different
 * scopes never have the same text. A request whose address is unknown is in no network.
 */
export function toCoolingSubjects({ linkId, partnerId, bin6, network }: CardPlace): {
  readonly [S in CoolingScope]: string | null;
} {
  return {
    link: linkId,
    bin: bin6 === null ? null : `${partnerId}/${bin6}`,
    network: network !== null && /[.:]/.test(network) ? network : null,
    merchant: partnerId,
  };
}
