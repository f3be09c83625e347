import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { computeCommission, grossUp, splitAmount } from "@/server/domain/pricing/commission";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";

const here = fileURLToPath(new URL(".", import.meta.url));

interface Case {
  readonly amount: number;
  readonly option: { readonly rateBps: number; readonly fixedFee: number | null };
  readonly share: number;
  readonly count: number;
}

const oneCase = (
  amount: number,
  rateBps: number,
  fixedFee: number | null,
  share: number,
  count: number,
): Case => ({
  amount,
  share,
  count,
  option: { rateBps, fixedFee },
});

/** The worked rows of D-29, the edges of each value, and whatever else there may be. */
const cases: Case[] = [
  oneCase(125_050, 250, null, 0, 1),
  oneCase(125_050, 250, null, 5_000, 2),
  oneCase(125_050, 250, null, 10_000, 3),
  oneCase(100_000, 350, 100, 5_000, 6),
  oneCase(399, 250, null, 10_000, 12),
  oneCase(1, 250, null, 10_000, 12),
  oneCase(1, 0, null, 0, 1),
  oneCase(1, 10_000, 0, 10_000, 1),
  oneCase(1_000_000_000, 250, null, 10_000, 3),
  oneCase(1_000_000_000, 9_999, 1_000_000_000, 10_000, 7),
  oneCase(Number.MAX_SAFE_INTEGER, 250, 1, 9_999, 36),
  oneCase(Number.MAX_SAFE_INTEGER - 1, 9_001, null, 10_000, 11),
  ...fc.sample(
    fc
      .tuple(
        fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
        fc.integer({ min: 0, max: 10_000 }),
        fc.option(fc.integer({ min: 0, max: 100_000 })),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 36 }),
      )
      .map((values) => oneCase(...values)),
    2_000,
  ),
];

/** As text, since not every one fits into a JSON number. */
function expected({ amount, option, share, count }: Case): (string | null)[] {
  const base = BigInt(amount);
  const rate = {
    rateBps: option.rateBps,
    fixedFee: option.fixedFee === null ? null : BigInt(option.fixedFee),
  };
  const { commissionKurus, customerShareKurus, totalKurus } = splitAmount(base, rate, share);
  const { firstKurus, restKurus } = monthlyAmounts(totalKurus, count);
  return [
    computeCommission(base, rate),
    base,
    commissionKurus,
    customerShareKurus,
    totalKurus,
    grossUp(base, rate),
    firstKurus,
    restKurus,
  ].map((value) => value?.toString() ?? null);
}

/** Each reads the cases and writes, in the order of `expected`, what the functions of the sample return. */
const samples: [file: string, program: string, args: string[]][] = [
  [
    "installments.mjs",
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import * as sample from "./installments.mjs";
      import { readFileSync } from "node:fs";
      const answers = JSON.parse(readFileSync(0)).map(({ amount, option, share, count }) => {
        const split = sample.splitAmount(amount, option, share);
        const { first, rest } = sample.monthlyAmounts(split.totalAmount, count);
        const { baseAmount, commissionAmount, customerShareAmount, totalAmount } = split;
        return [sample.commissionOn(amount, option), baseAmount, commissionAmount, customerShareAmount,
          totalAmount, sample.grossUp(amount, option), first, rest];
      });
      process.stdout.write(JSON.stringify(answers, (_, value) => typeof value === "bigint" ? String(value) : value));`,
    ],
  ],
  [
    "installments.py",
    "python3",
    [
      "-B",
      "-c",
      `import json, sys
from installments import *
def answer(case):
    amount, option, count = case["amount"], case["option"], case["count"]
    split = split_amount(amount, option, case["share"])
    months = monthly_amounts(split["totalAmount"], count)
    values = [commission_on(amount, option), *[split[name] for name in
        ("baseAmount", "commissionAmount", "customerShareAmount", "totalAmount")],
        gross_up(amount, option), months["first"], months["rest"]]
    return [None if value is None else str(value) for value in values]
json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)`,
    ],
  ],
  [
    "installments.php",
    "php",
    [
      "-d",
      "display_errors=stderr",
      "-r",
      `require 'installments.php';
      echo json_encode(array_map(function (array $case): array {
        ['amount' => $amount, 'option' => $option, 'count' => $count] = $case;
        $split = splitAmount($amount, $option, $case['share']);
        $months = monthlyAmounts($split['totalAmount'], $count);
        $values = [commissionOn($amount, $option), $split['baseAmount'], $split['commissionAmount'],
          $split['customerShareAmount'], $split['totalAmount'], grossUp($amount, $option),
          $months['first'], $months['rest']];
        return array_map(fn (?int $value) => $value === null ? null : (string) $value, $values);
      }, json_decode(file_get_contents('php://stdin'), true)));`,
    ],
  ],
];
/** Node.js is always there; the others run where they are installed. */
const runnable = samples.filter(([, program]) => spawnSync(program, ["--version"]).status === 0);

const run = (program: string, args: string[], input: Case[]) =>
  spawnSync(program, args, { cwd: here, input: JSON.stringify(input), encoding: "utf8", maxBuffer: 1e8 });

describe.each(runnable)("%s", (_, program, args) => {
  let answers: unknown[];
  beforeAll(() => {
    const { stdout, stderr, status } = run(program, args, cases);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    answers = JSON.parse(stdout);
  }, 30_000);

  test("the same amounts as ours, in every case", () => {
    expect(cases.length).toBeGreaterThan(2_000);
    for (const [i, one] of cases.entries()) expect(answers[i], JSON.stringify(one)).toEqual(expected(one));
    expect(answers).toHaveLength(cases.length);
  });

  test("exact or an error, never a rounded amount, where 64 bits do not hold it", () => {
    const largest = oneCase(Number.MAX_SAFE_INTEGER, 9_999, null, 0, 1);
    const { stdout, stderr } = run(program, args, [largest]);
    if (stdout === "") expect(stderr).toContain("must be of type int, float returned");
    else expect(JSON.parse(stdout)).toEqual([expected(largest)]);
  });
});
