import { expect, test } from "@playwright/test";
import { handOver, payOverHttp } from "../support/buyer";
import { cardWith } from "../support/cards";
import { changePartner, changeTerminal } from "../support/controls";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { amountLimited, demo, other, sandbox } from "../support/product";
import type { Card, TerminalName } from "../support/sandbox";

const merchant = new Merchant(sandbox.apiUrl, demo);

interface Option {
  readonly installmentCount: number;
  readonly rateBps: number;
  readonly totalAmount: number | null;
}

/** The sandbox's rates in basis points, by installment count. */
const creditRates: Readonly<Record<number, number>> = { 1: 250, 2: 350, 3: 450, 6: 750, 9: 1050, 12: 1350 };
const singleRates: Readonly<Record<string, number>> = { credit: 250, debit: 150, prepaid: 200, foreign: 350 };
const noAmounts = { baseAmount: null, commissionAmount: null, customerShareAmount: null, totalAmount: null };
const buildOption = (installmentCount: number, rateBps: number) => ({
  installmentCount,
  rateBps,
  fixedFee: null,
  ...noAmounts,
});
const creditOptions = Object.entries(creditRates).map(([count, rate]) => buildOption(Number(count), rate));
const optionsFor = ({ brand, family }: Pick<Card, "brand" | "family">) =>
  brand !== null && family === "credit" ? creditOptions : [buildOption(1, singleRates[family] ?? 0)];

const optionsAt = async (terminal: TerminalName, pan: string): Promise<Option[]> => {
  const answer = await merchant.installmentOptions(pan, { terminalId: merchant.terminal(terminal) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json().options;
};
const listCounts = (options: readonly Option[]) => options.map(({ installmentCount }) => installmentCount);

const [credit, debit, prepaid, foreign] = ["credit", "debit", "prepaid", "foreign"].map((family) =>
  cardWith({ family }),
) as [Card, Card, Card, Card];

test.describe("200 with the facts and options of every test card, exactly these members in this order", () => {
  for (const card of sandbox.cards) {
    test(`200 ${card.pan.slice(0, 8)}, ${card.brand} ${card.family}`, async () => {
      const answer = await merchant.installmentOptions(card.pan);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      const expected = {
        cardBrand: card.brand,
        cardFamily: card.family,
        cardBank: card.bank,
        options: optionsFor(card),
        commissionBasis: "gross",
      };
      expect(answer.text).toBe(JSON.stringify(expected));
      const { terminalId } = merchant.request();
      const nulls = {
        bin: card.pan.slice(0, 8),
        terminalId,
        baseAmount: null,
        customerCommissionShareBps: null,
      };
      expect((await merchant.post(nulls, {}, "/v1/installment-options")).text).toBe(answer.text);
    });
  }
});

test("200 with a single charge and no facts for an unknown BIN", async () => {
  for (const bin of ["00000000", "99999999"]) {
    expect((await merchant.installmentOptions(bin)).json()).toEqual({
      cardBrand: null,
      cardFamily: null,
      cardBank: null,
      commissionBasis: "gross",
      options: [buildOption(1, 250)],
    });
    expect(await optionsAt("installmentsOnly", bin)).toEqual([]);
  }
});

test("200 with a single charge for a credit card without a brand or with uncertain data", async () => {
  const { cardFamily, options } = (await merchant.installmentOptions("40252600")).json();
  expect([cardFamily, options]).toEqual(["credit", [buildOption(1, 250)]]);
});

test("200 with an eight-digit entry of the table before its six-digit entry", async () => {
  const facts = async (bin: string) => {
    const { cardBrand, cardFamily, options } = (await merchant.installmentOptions(bin)).json();
    return [cardBrand, cardFamily, options.length];
  };
  expect(await facts("40259250")).toEqual(["saglam", "credit", 6]);
  expect(await facts("40259200")).toEqual([null, "credit", 1]);
});

test.describe("200 by the terminal's set and bank connection", () => {
  const full = [1, 2, 3, 6, 9, 12];
  const table: [TerminalName, Record<string, number[]>][] = [
    ["default", { credit: full, debit: [1], prepaid: [1], foreign: [1] }],
    ["singleOnly", { credit: [1], debit: [1], prepaid: [1], foreign: [1] }],
    ["installmentsOnly", { credit: full.slice(1), debit: [], prepaid: [], foreign: [] }],
    ["domesticOnly", { credit: full, debit: [1], prepaid: [1], foreign: [] }],
    ["creditOnly", { credit: full, foreign: [1] }],
    ["limited", { credit: full }],
    ["direct", { credit: full }],
    ["alternate", { credit: full }],
    ["netBasis", { credit: full }],
    ["virtualPosInactive", { credit: full, debit: [1] }],
    ["pspInactive", { credit: full }],
    ["garanti", { credit: full, foreign: [1] }],
    ["posnet", { credit: full }],
    ["payfor", { credit: full }],
  ];
  for (const [terminal, expected] of table) {
    test(`200 ${terminal}`, async () => {
      for (const [family, counts] of Object.entries(expected)) {
        const { pan } = cardWith({ family });
        expect([family, listCounts(await optionsAt(terminal, pan))]).toEqual([family, counts]);
      }
    });
  }
  test("200 with the terminal's commission basis", async () => {
    const terminalId = merchant.terminal("netBasis");
    expect((await merchant.installmentOptions(credit.pan, { terminalId })).json().commissionBasis).toBe("net");
  });
});

test.describe("200 with the amounts of D-29's examples", () => {
  const rows: [base: number, share: number | null, commission: number, buyers: number, total: number][] = [
    [125_050, null, 3126, 0, 125_050],
    [125_050, 0, 3126, 0, 125_050],
    [125_050, 5000, 3126, 1563, 126_613],
    [125_050, 10_000, 3126, 3126, 128_176],
    [399, 10_000, 9, 9, 408],
    [1, 10_000, 0, 0, 1],
    [1_000_000_000, 10_000, 25_000_000, 25_000_000, 1_025_000_000],
  ];
  for (const [baseAmount, customerCommissionShareBps, commissionAmount, customerShareAmount, totalAmount] of rows) {
    test(`200 ${baseAmount} kuruş, ${customerCommissionShareBps} bps`, async () => {
      const answer = await merchant.installmentOptions(credit.pan, {
        baseAmount,
        customerCommissionShareBps,
      });
      expect(answer.json().options[0]).toEqual({
        installmentCount: 1,
        rateBps: 250,
        fixedFee: null,
        baseAmount,
        commissionAmount,
        customerShareAmount,
        totalAmount,
      });
    });
  }
  test("200 with the exact integer for a sum above 2^53", async () => {
    const base = 9_007_199_254_740_991n;
    const asked = { baseAmount: Number(base), customerCommissionShareBps: 10_000 };
    const { text } = await merchant.installmentOptions(credit.pan, asked);
    const totals = [...text.matchAll(/"totalAmount":(\d+)[,}]/g)].map(([, digits]) => BigInt(digits ?? ""));
    expect(totals).toEqual(Object.values(creditRates).map((rate) => base + (base * BigInt(rate)) / 10_000n));
  });
  test("200 without amounts for a share without an amount", async () => {
    const answer = await merchant.installmentOptions(credit.pan, { customerCommissionShareBps: 10_000 });
    expect(answer.json().options).toEqual(creditOptions);
  });
});

test("201 and captured at the listed price", async () => {
  for (const [card, installments] of [
    [credit, [1, 3, 12]],
    [debit, [1]],
    [prepaid, [1]],
    [foreign, [1]],
  ] as const) {
    const { options } = (await merchant.installmentOptions(card.pan, { baseAmount: 125_050 })).json();
    for (const installment of installments) {
      const payment = await merchant.created({ installment });
      await payOverHttp(payment, card);
      const { status, commission } = await merchant.payment(payment.paymentCode);
      const listed = options.find((option: Option) => option.installmentCount === installment);
      const { rateBps, fixedFee, commissionAmount: amount } = listed;
      expect([status, commission]).toEqual(["captured", expect.objectContaining({ rateBps, fixedFee, amount })]);
    }
  }
});

test("422 at the handoff for an option that is not listed", async () => {
  const refusals: [Card, TerminalName, number, string][] = [
    [debit, "default", 3, "installment_not_allowed"],
    [prepaid, "installmentsOnly", 2, "installment_not_allowed"],
    [foreign, "domesticOnly", 1, "virtual_pos_card_type_not_supported"],
  ];
  for (const [card, terminal, installment, code] of refusals) {
    expect(listCounts(await optionsAt(terminal, card.pan))).not.toContain(installment);
    const { paymentRef } = await merchant.created({ terminalId: merchant.terminal(terminal), installment });
    const answer = await handOver(paymentRef, card, { headers: { Accept: "application/json" } });
    expectError(answer, 422, code);
  }
});

test("403 with the same message for a terminal that is foreign, inactive, unknown, or does not allow the card's family", async () => {
  const ids = [other.terminals.default, demo.terminals.inactive, "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B", "trm_' or 1=1 --"];
  const answers = [
    ...(await Promise.all(ids.map((terminalId) => merchant.installmentOptions(credit.pan, { terminalId })))),
    await merchant.installmentOptions(debit.pan, { terminalId: merchant.terminal("creditOnly") }),
    await merchant.installmentOptions(prepaid.pan, { terminalId: merchant.terminal("creditOnly") }),
  ];
  const messages = answers.map((answer) => expectError(answer, 403, "terminal_not_allowed"));
  expect(new Set(messages).size).toBe(1);
});

test.describe("400 names the field and does not repeat the value", () => {
  const wrong: [field: string, values: unknown[]][] = [
    [
      "bin",
      [
        "435508",
        "4355080",
        "435508000",
        credit.pan,
        "",
        "4355080x",
        "４３５５０８００",
        "٤٣٥٥٠٨٠٠",
        43_550_800,
        null,
        undefined,
      ],
    ],
    ["terminalId", ["", " ", "\u0000", 5, null, undefined, "x".repeat(65)]],
    ["baseAmount", [0, -1, 1.5, "1", true, 2 ** 53, {}]],
    ["customerCommissionShareBps", [-1, 10_001, 0.5, "0", [], 2 ** 40]],
  ];
  for (const [field, values] of wrong) {
    test(`400 ${field}`, async () => {
      for (const value of values) {
        const answer = await merchant.installmentOptions(credit.pan, { [field]: value });
        const message = expectError(answer, 400, "validation_error");
        expect(message).toMatch(new RegExp(`^${field}: (must|is|max) [^;]+$`));
        if (typeof value === "string" && value.length > 5) expect(answer.text).not.toContain(value);
      }
    });
  }
  test("200 for 1 in every notation, such as 1.0", async () => {
    const { terminalId } = merchant.request();
    const text = `{"bin":"43550800","terminalId":"${terminalId}","baseAmount":1.0,"customerCommissionShareBps":1e4,"x":1}`;
    expect((await merchant.post(text, {}, "/v1/installment-options")).status).toBe(200);
  });
});

test("200 with a change of the terminal or the account in the next look-up", async () => {
  const elsewhere = new Merchant(sandbox.apiUrl, other);
  const terminalId = elsewhere.terminal("netBasis");
  const counts = async () =>
    listCounts((await elsewhere.installmentOptions(credit.pan, { terminalId })).json().options);
  for (const effectiveCounts of [[3], [1, 2], [], [1, 2, 3, 6, 9, 12]]) {
    await changeTerminal(terminalId, { effectiveCounts });
    expect(await counts()).toEqual(effectiveCounts);
  }
  const narrowed = new Merchant(sandbox.apiUrl, amountLimited);
  await changePartner(amountLimited.partnerId, { installmentCounts: [1, 3, 5] });
  expect(listCounts((await narrowed.installmentOptions(credit.pan)).json().options)).toEqual([1, 3]);
  await changePartner(amountLimited.partnerId, { installmentCounts: null });
  expect((await narrowed.installmentOptions(credit.pan)).json().options).toEqual(creditOptions);
});
