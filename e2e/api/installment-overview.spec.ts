import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import type { TerminalName } from "../support/sandbox";

const merchant = new Merchant(sandbox.apiUrl, demo);

const creditRates: Readonly<Record<number, number>> = { 1: 250, 2: 350, 3: 450, 6: 750, 9: 1050, 12: 1350 };
const brands = "world paraf bonus maximum axess advantage cardfinans saglam vkart bankkart".split(" ");
const noAmounts = { baseAmount: null, commissionAmount: null, customerShareAmount: null, totalAmount: null };
const buildOption = (installmentCount: number, rateBps: number, amounts: object = noAmounts) => ({
  installmentCount,
  rateBps,
  fixedFee: null,
  ...amounts,
});
const single = (cardType: string, rateBps: number) => ({
  cardType,
  onUs: null,
  cardBrand: null,
  onUsRequired: null,
  options: [buildOption(1, rateBps)],
});
const installments = [2, 3, 6, 9, 12].map((count) => buildOption(count, creditRates[count] ?? 0));
const programmes = brands.map((cardBrand) => ({
  cardType: "credit",
  onUs: null,
  cardBrand,
  onUsRequired: false,
  options: installments,
}));
const buildMaximum = (option: object, cardType: string, cardBrand: string | null) => ({
  option,
  source: { cardType, onUs: null, cardBrand },
});
const whole = {
  commissionBasis: "gross",
  maximums: [
    buildMaximum(buildOption(1, 350), "foreign", null),
    ...installments.map((option) => buildMaximum(option, "credit", "world")),
  ],
  optionGroups: [
    ...programmes,
    single("credit", 250),
    single("debit", 150),
    single("prepaid", 200),
    single("foreign", 350),
  ],
};

const overviewAt = async (terminal: TerminalName, changes: object = {}) => {
  const answer = await merchant.installmentOverview({ terminalId: merchant.terminal(terminal), ...changes });
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};

test("200 with every option of a terminal, exactly these members in this order", async () => {
  const answer = await merchant.installmentOverview();
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text).toBe(JSON.stringify(whole));
  const nulls = { baseAmount: null, customerCommissionShareBps: null };
  expect((await merchant.installmentOverview(nulls)).text).toBe(answer.text);
});

test.describe("200 by the terminal's set and bank connection", () => {
  const { maximums, optionGroups } = whole;
  const without = (family: string) => optionGroups.filter(({ cardType }) => cardType !== family);
  const singles = optionGroups.slice(brands.length);
  const dearestDomestic = [buildMaximum(buildOption(1, 250), "credit", null), ...maximums.slice(1)];
  const table: [TerminalName, object][] = [
    ["singleOnly", { optionGroups: singles, maximums: maximums.slice(0, 1) }],
    ["installmentsOnly", { optionGroups: programmes, maximums: maximums.slice(1) }],
    ["domesticOnly", { optionGroups: without("foreign"), maximums: dearestDomestic }],
    ["creditOnly", { optionGroups: optionGroups.filter(({ cardType }) => ["credit", "foreign"].includes(cardType)) }],
    ["netBasis", { commissionBasis: "net" }],
    ["virtualPosInactive", {}],
    ["pspInactive", {}],
    ["garanti", {}],
    ["posnet", {}],
    ["payfor", {}],
    ["limited", {}],
    ["direct", {}],
  ];
  for (const [terminal, differences] of table) {
    test(`200 ${terminal}`, async () => {
      expect(await overviewAt(terminal)).toEqual({ ...whole, ...differences });
    });
  }
});

test("200 with amounts for every option and maximum when an amount is given", async () => {
  const asked = { baseAmount: 125_050, customerCommissionShareBps: 5000 };
  const { optionGroups, maximums } = await overviewAt("default", asked);
  const options = [...optionGroups.flatMap(({ options }: { options: object[] }) => options)];
  for (const option of [...options, ...maximums.map(({ option }: { option: object }) => option)]) {
    const commissionAmount = Math.floor((125_050 * option.rateBps) / 10_000);
    const customerShareAmount = Math.floor(commissionAmount / 2);
    const totalAmount = 125_050 + customerShareAmount;
    const amounts = { baseAmount: 125_050, commissionAmount, customerShareAmount, totalAmount };
    expect(option).toEqual(buildOption(option.installmentCount, option.rateBps, amounts));
  }
  expect(maximums[0]).toEqual(
    buildMaximum(
      buildOption(1, 350, {
        baseAmount: 125_050,
        commissionAmount: 4376,
        customerShareAmount: 2188,
        totalAmount: 127_238,
      }),
      "foreign",
      null,
    ),
  );
});

test("200 with the first group as each maximum when the amount is so small that all commissions are 0", async () => {
  const { maximums } = await overviewAt("default", { baseAmount: 1 });
  expect(maximums.map(({ source }: { source: object }) => source)).toEqual([
    { cardType: "credit", onUs: null, cardBrand: null },
    ...Array(5).fill({ cardType: "credit", onUs: null, cardBrand: "world" }),
  ]);
});

test("200 with the options of every test card", async () => {
  for (const terminal of ["default", "installmentsOnly", "domesticOnly"] as const) {
    const { optionGroups } = await overviewAt(terminal);
    const offered = optionGroups.flatMap(({ cardType, options }: { cardType: string; options: object[] }) =>
      options.map((option) => JSON.stringify([cardType, option])),
    );
    for (const card of sandbox.cards) {
      const terminalId = merchant.terminal(terminal);
      const { options } = (await merchant.installmentOptions(card.pan, { terminalId })).json();
      for (const option of options) expect(offered).toContain(JSON.stringify([card.family, option]));
    }
  }
});

test("403 with the same message for a foreign, an inactive and an unknown terminal", async () => {
  const ids = [other.terminals.default, demo.terminals.inactive, "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B"];
  const answers = await Promise.all(ids.map((terminalId) => merchant.installmentOverview({ terminalId })));
  const messages = answers.map((answer) => expectError(answer, 403, "terminal_not_allowed"));
  expect(new Set(messages).size).toBe(1);
});

test.describe("400 names the field", () => {
  const wrong: [field: string, values: unknown[]][] = [
    ["terminalId", ["", " ", "\u0000", 5, null, undefined, "x".repeat(65)]],
    ["baseAmount", [0, -1, 1.5, "1", true, 2 ** 53, {}]],
    ["customerCommissionShareBps", [-1, 10_001, 0.5, "0", [], 2 ** 40]],
  ];
  for (const [field, values] of wrong) {
    test(`400 ${field}`, async () => {
      for (const value of values) {
        const answer = await merchant.installmentOverview({ [field]: value });
        const message = expectError(answer, 400, "validation_error");
        expect(message).toMatch(new RegExp(`^${field}: (must|is|max) [^;]+$`));
      }
    });
  }
  test("200 without a BIN; a BIN that is sent is ignored", async () => {
    expect((await merchant.installmentOverview({ bin: "x" })).text).toBe(JSON.stringify(whole));
  });
});
