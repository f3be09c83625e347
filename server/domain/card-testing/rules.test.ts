import { describe, expect, test } from "vitest";
import { declineReasons } from "@/server/domain/banks/decline";
import { hours, minutes, plusMs } from "../clock";
import {
  type Cooling,
  type CoolingScope,
  cardRefusalReasons,
  getRefusalRule,
  isRuleBroken,
  nextCooling,
  type RefusalRuleName,
  refusalRuleNames,
  toCoolingSubjects,
  toRetryAfterSeconds,
} from "./rules";

/** A card that was answered: when and where it was submitted, and whether it was refused. */
interface Answered {
  readonly atMs: number;
  readonly link: string | null;
  readonly network: string;
  readonly merchant: string;
  readonly bin: string;
  readonly last4: string;
  readonly isRefused: boolean;
}

type Shape = Partial<Omit<Answered, "atMs" | "isRefused">>;
type Make = (n: number) => Shape;

const usual = { link: null, merchant: "shop", bin: "552879", last4: "0008" };

/** So many cards, evenly over a time; of every ten, `refusedOfTen` are refused. */
const cards = (count: number, overMs: number, refusedOfTen: number, make: Make): Answered[] =>
  Array.from({ length: count }, (_, n) => ({
    ...usual,
    network: `n${n}`,
    ...make(n),
    atMs: Math.floor((n * overMs) / count),
    isRefused: n % 10 < refusedOfTen,
  }));
const refused = (count: number, overMs: number, make: Make) => cards(count, overMs, 10, make);

/** Counts as the database does, for the place of the last refused card, and lists the broken rules. */
function listBroken(answered: readonly Answered[], last: Answered): RefusalRuleName[] {
  const isSame: Record<CoolingScope, (one: Answered) => boolean> = {
    link: (one) => last.link !== null && one.link === last.link,
    bin: (one) => one.merchant === last.merchant && one.bin === last.bin,
    network: (one) => one.network === last.network,
    merchant: (one) => one.merchant === last.merchant,
  };
  return refusalRuleNames.filter((name) => {
    const rule = getRefusalRule(name);
    const counted = answered.filter(
      (one) => isSame[rule.scope](one) && one.atMs <= last.atMs && one.atMs >= last.atMs - rule.windowMs,
    );
    const bad = counted.filter(({ isRefused }) => isRefused);
    const counts = {
      refusals: bad.length,
      cards: new Set(bad.map(({ bin, last4, network }) => `${bin} ${last4} ${network}`)).size,
      captured: counted.length - bad.length,
    };
    return isRuleBroken(rule, counts, 1);
  });
}

/** The rules that are broken at some card of a journey. Cards that a cooling would stop are counted too. */
const judge = (answered: readonly Answered[]): RefusalRuleName[] => {
  const inOrder = answered.toSorted((a, b) => a.atMs - b.atMs);
  const broken = inOrder.filter(({ isRefused }) => isRefused).flatMap((one) => listBroken(inOrder, one));
  return refusalRuleNames.filter((name) => broken.includes(name));
};

const digits = (n: number): string => String(n).padStart(4, "0");
const otherBin = (n: number): string => String(400_000 + n);
const onLink = { link: "pl_1" };
const soon = minutes(9);

/** What people who pay do, and what people who try cards do. */
const journeys: readonly [name: string, answered: Answered[], broken: RefusalRuleName[]][] = [
  // Honest.
  ["a buyer mistypes the security code of one card eight times", refused(8, soon, () => onLink), []],
  [
    "a buyer tries four cards of a wallet, each five times, on one link",
    refused(20, soon, (n) => ({ ...onLink, last4: digits(n % 4) })),
    [],
  ],
  [
    "a family tries eight cards of different banks, each three times, from one home in ten minutes",
    refused(24, soon, (n) => ({ network: "home", bin: otherBin(n % 8) })),
    [],
  ],
  [
    "a buyer tries one card at one shop twelve times on each of two days",
    [...refused(12, soon, () => onLink), ...refused(12, soon, () => onLink).map(later(hours(25)))],
    [],
  ],
  ["a link is tried five times an hour the whole day", refused(60, hours(12), () => onLink), []],
  [
    "a small shop has a bad hour: six of ten cards are refused",
    cards(80, hours(1), 6, (n) => ({ bin: otherBin(n % 7), last4: digits(n) })),
    [],
  ],
  [
    "a sale day of a large merchant: 700 cards in ten minutes, three of ten refused, most of one bank",
    cards(700, minutes(10), 3, (n) => ({ bin: n % 3 ? "552879" : otherBin(n), last4: digits(n) })),
    [],
  ],
  [
    "a mobile carrier's address with 300 buyers at once, four of ten refused",
    cards(300, minutes(10), 4, (n) => ({ network: "carrier", bin: otherBin(n), last4: digits(n) })),
    [],
  ],
  [
    "an office takes orders by phone and types its customers' cards: six of ten refused",
    cards(60, minutes(10), 6, (n) => ({ network: "office", bin: otherBin(n), last4: digits(n) })),
    [],
  ],
  [
    "a buyer's program repeats a refused card fifty times at one shop in an hour",
    refused(50, hours(1), () => ({ network: "home" })),
    [],
  ],
  // Dishonest.
  ["21 cards on one link within ten minutes", refused(21, soon, (n) => ({ ...onLink, last4: digits(n) })), ["link"]],
  [
    "40 cards of different banks on one link, each from another address",
    refused(40, soon, (n) => ({ ...onLink, bin: otherBin(n) })),
    ["link"],
  ],
  ["security codes of one card on one link", refused(25, soon, () => onLink), ["link"]],
  [
    "one card every ten minutes on one link, day and night",
    refused(144, hours(24), (n) => ({ ...onLink, last4: digits(n) })),
    ["link_day"],
  ],
  [
    "made-up numbers of one BIN at one shop, each from another address",
    refused(60, soon, (n) => ({ last4: digits(n) })),
    ["bin"],
  ],
  [
    "made-up numbers of one BIN at a shop that also has honest buyers of other banks",
    [
      ...refused(60, soon, (n) => ({ last4: digits(n) })),
      ...cards(200, soon, 2, (n) => ({ bin: otherBin(n), last4: digits(n) })),
    ],
    ["bin"],
  ],
  [
    "a list of stolen cards from one address, at many shops",
    refused(40, soon, (n) => ({ network: "one", merchant: `shop ${n}`, bin: otherBin(n) })),
    ["network"],
  ],
  [
    "security codes of one card from one address, at many shops, slowly",
    refused(70, hours(1) - 1, (n) => ({ network: "one", merchant: `shop ${n}` })),
    ["network_hour"],
  ],
  [
    "a list of stolen cards at one shop, each from another address, of which two of ten are good",
    cards(150, soon, 8, (n) => ({ bin: otherBin(n), last4: digits(n) })),
    ["merchant"],
  ],
];

function later(ms: number): (one: Answered) => Answered {
  return (one) => ({ ...one, atMs: one.atMs + ms });
}

test.each(journeys)("%s", (_, answered, broken) => expect(judge(answered)).toEqual(broken));

describe("the figures", () => {
  test("every rule accepts twenty refusals", () => {
    const bad = { refusals: 20, cards: 20, captured: 0 };
    expect(refusalRuleNames.filter((name) => isRuleBroken(getRefusalRule(name), bad, 1))).toEqual([]);
  });

  test.each(refusalRuleNames)("%s: the multiplier raises the refusals and the cards, not the share", (name) => {
    const rule = getRefusalRule(name);
    const [refusals, cardsSeen] = [(rule.refusalsMax + 1) * 10, rule.refusalsMax * 10];
    const bad = { refusals, cards: cardsSeen, captured: 0 };
    expect(isRuleBroken(rule, bad, 10)).toBe(true);
    expect(isRuleBroken(rule, { ...bad, refusals: rule.refusalsMax * 10 }, 10)).toBe(false);
    expect(isRuleBroken(rule, { ...bad, cards: rule.cardsMin * 10 - 1 }, 10)).toBe(false);
    expect(isRuleBroken(rule, bad, 1_000)).toBe(false);
    const isShareAsked = rule.shareMinBps > 0;
    expect(isRuleBroken(rule, { ...bad, captured: refusals }, 10)).toBe(!isShareAsked);
  });

  test("the reasons that count are names of the banks' reasons, and none of the bank's own trouble", () => {
    const former = ["lost_or_stolen_card", "not_permitted_online", "limit_exceeded"];
    expect([...declineReasons, ...former]).toEqual(expect.arrayContaining([...cardRefusalReasons]));
    expect(cardRefusalReasons, "older attempts count under their former names").toEqual(expect.arrayContaining(former));
    const ours = ["bank_unavailable", "bank_setup", "duplicate", "installment_not_accepted", "card_not_accepted"];
    for (const own of [...ours, "unknown", "not_found", "settled_by_hand", "bank_error", "issuer_unavailable"]) {
      expect(cardRefusalReasons).not.toContain(own);
    }
  });
});

describe("coolings", () => {
  const start = new Date("2026-11-20T09:00:00.000Z");
  /** The lengths in minutes of coolings of which each begins `pauseMs` after the end of the one before. */
  const lengths = (scope: CoolingScope, pauseMs: number): number[] => {
    let [previous, now]: [Cooling | null, Date] = [null, start];
    return Array.from({ length: 6 }, () => {
      const next = nextCooling(scope, previous, now) as Cooling;
      const length = (next.until.getTime() - now.getTime()) / minutes(1);
      [previous, now] = [next, plusMs(next.until, pauseMs)];
      return length;
    });
  };

  test.each([
    ["link", [5, 10, 20, 30, 30, 30]],
    ["bin", [5, 10, 20, 30, 30, 30]],
    ["network", [5, 10, 20, 30, 30, 30]],
    ["merchant", [2, 5, 10, 10, 10, 10]],
  ] as const)("%s: last %j minutes when they are repeated within an hour", (scope, expected) => {
    expect(lengths(scope, 0)).toEqual(expected);
    expect(lengths(scope, hours(1) - 1)).toEqual(expected);
  });

  test("are first ones again after a calm hour", () => {
    expect(lengths("link", hours(1))).toEqual([5, 5, 5, 5, 5, 5]);
  });

  test("are not extended while they last", () => {
    const first = nextCooling("link", null, start) as Cooling;
    expect(nextCooling("link", first, plusMs(first.until, -1))).toBeNull();
    expect(nextCooling("link", first, first.until)).toMatchObject({ offences: 2 });
  });

  test("tell whole seconds to wait, at least one", () => {
    expect(toRetryAfterSeconds(plusMs(start, 1_001), start)).toBe(2);
    expect(toRetryAfterSeconds(start, start)).toBe(1);
  });
});

test.each([
  ["a link", { linkId: "pl_1", bin6: "552879", network: "192.0.2.1" }, ["pl_1", "prt_1/552879", "192.0.2.1", "prt_1"]],
  [
    "a direct payment",
    { linkId: null, bin6: "4508", network: "2001:db8:0:0::/64" },
    [null, "prt_1/4508", "2001:db8:0:0::/64", "prt_1"],
  ],
  ["no number and no address", { linkId: null, bin6: null, network: "unknown" }, [null, null, null, "prt_1"]],
])("returns the subjects of %s in the order of the scopes", (_, place, subjects) => {
  expect(Object.values(toCoolingSubjects({ partnerId: "prt_1", ...place }))).toEqual(subjects);
});
