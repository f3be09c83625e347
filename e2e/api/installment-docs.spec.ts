import { expect, test } from "@playwright/test";
import { testGuide } from "../support/guide";
import { ask } from "../support/http";
import { demo, sandbox } from "../support/product";
import type { TerminalName } from "../support/sandbox";

const path = "/docs/installments";

testGuide({
  path,
  titles: { tr: "Taksitler", en: "Installments" },
  files: ["installments.mjs", "installments.php", "installments.py"],
  links: 9,
  weightKib: 9,
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "en-GB" });

  test("the guide and the test cards link to each other, and the start page links to the guide", async ({ page }) => {
    await page.goto(sandbox.apiUrl);
    await page.getByRole("link", { name: "Installments" }).click();
    await page.getByRole("link", { name: "Test cards" }).click();
    await page.getByRole("link", { name: /installments/ }).click();
    await expect(page).toHaveURL(sandbox.apiUrl + path);
  });

  test("on a narrow screen each cell about a refusal is below its label", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(sandbox.apiUrl + path);
    const labels = await page
      .locator(".stacked tbody tr")
      .first()
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
    expect(labels).toEqual(["Where it shows", "What to do", "Card attempt"].map((label) => `"${label}: "`));
  });

  test("the print version shows every program completely", async ({ page }) => {
    await page.goto(sandbox.apiUrl + path);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1000 });
    for (const text of await page.locator("details pre").all()) {
      expect((await text.boundingBox())?.height).toBeGreaterThan(300);
    }
    const cut = await page
      .locator(".scroll, pre")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
  });
});

const askFor = (target: string, body: object) =>
  ask(sandbox.apiUrl, `/v1/installment-options${target}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${demo.apiKeys[0]}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const listOptions = async (terminal: TerminalName, bin: string) => {
  const answer = await askFor("", { bin, terminalId: demo.terminals[terminal] });
  expect(answer.status, answer.text).toBe(200);
  return answer.json().options.map((option: { installmentCount: number }) => option.installmentCount);
};

test("the example responses have the members of real ones, in the same order", async () => {
  const page = (await ask(sandbox.apiUrl, `${path}?lang=en`)).text.replaceAll("&quot;", '"');
  const shown = [...page.matchAll(/<pre[^>]*>(\{.*?\})<\/pre>/gs)].map(([, json = ""]) => JSON.parse(json));
  expect(shown).toHaveLength(2);
  const question = {
    terminalId: demo.terminals.default,
    baseAmount: 125_050,
    customerCommissionShareBps: 10_000,
  };
  const card = (await askFor("", { ...question, bin: "55496000" })).json();
  const overview = (await askFor("/overview", question)).json();
  expect(Object.keys(shown[0])).toEqual(Object.keys(card));
  expect({ ...shown[0], options: [] }).toEqual({ ...card, options: [] });
  expect(Object.keys(shown[0].options[0])).toEqual(Object.keys(card.options[0]));
  expect(Object.keys(shown[1])).toEqual(Object.keys(overview));
  for (const list of ["maximums", "optionGroups"]) {
    expect(Object.keys(shown[1][list][0])).toEqual(Object.keys(overview[list][0]));
  }
  expect(Object.keys(shown[1].maximums[0].source)).toEqual(Object.keys(overview.maximums[0].source));
});

test("the digits and terminals of the guide return what it says", async () => {
  const page = (await ask(sandbox.apiUrl, `${path}?lang=en`)).text;
  const digits = [...page.matchAll(/<dt><code>(\d{8})<\/code><\/dt>/g)].map(([, bin = ""]) => bin);
  const answers = await Promise.all(
    digits.map(async (bin) => {
      const { cardFamily, cardBrand } = (await askFor("", { bin, terminalId: demo.terminals.default })).json();
      return [bin, cardFamily, cardBrand];
    }),
  );
  expect(answers).toEqual([
    ["55496000", "credit", "bonus"],
    ["43550800", "credit", "axess"],
    ["41551500", "debit", null],
    ["43974800", "prepaid", null],
    ["41472000", "foreign", null],
    ["00000000", null, null],
  ]);
  const [bonus = "", , debit = "", prepaid = "", foreign = "", unknown = ""] = digits;
  for (const bin of digits) expect(await listOptions("singleOnly", bin)).toEqual([1]);
  for (const bin of [debit, prepaid, foreign, unknown]) expect(await listOptions("default", bin)).toEqual([1]);
  expect(await listOptions("installmentsOnly", debit)).toEqual([]);
  expect(await listOptions("installmentsOnly", bonus)).toEqual([2, 3, 6, 9, 12]);
  expect(await listOptions("domesticOnly", foreign)).toEqual([]);
  for (const bin of [debit, prepaid]) {
    const refused = await askFor("", { bin, terminalId: demo.terminals.creditOnly });
    expect([refused.status, refused.json().error.code]).toEqual([403, "terminal_not_allowed"]);
  }
  const net = await askFor("/overview", { terminalId: demo.terminals.netBasis });
  expect(net.json().commissionBasis).toBe("net");
});
