import { resolve } from "node:path";
import { expect } from "@playwright/test";
import { cardFields, handOver, payOverHttp, postForm, throughTheBank } from "../../support/buyer";
import { newCard } from "../../support/cards";
import { newColleague } from "../../support/colleague";
import { payLink, submitCard } from "../../support/link-buyer";
import { Merchant, newCode } from "../../support/merchant";
import { findUser } from "../../support/panel";
import { demo, linksDisabled, other, sandbox } from "../../support/product";
import type { Card } from "../../support/sandbox";
import {
  codePattern,
  dumpDatabase,
  filesUnder,
  findAll,
  type Kept,
  matchAll,
  type Needles,
  numberNeedles,
} from "../../support/traces";
import type { Check } from "../check";
import { queryDatabase } from "../operator";
import { Person, panelDoor } from "../person";
import { findServer, readOfProcess } from "../process";

/** What is kept: card data, keys and secrets are searched in the database, the files and the build. */

const merchant = new Merchant(sandbox.apiUrl, demo);
const build = () => filesUnder(resolve(process.env.NEXT_DIST_DIR ?? ".next"));

export const noCardData: Check = async () => {
  const cards: Card[] = [];
  const fresh = (bin?: string): Card => {
    const card = newCard(bin);
    cards.push(card);
    return card;
  };
  await payEverywhere(fresh);
  await sendAstray(fresh);
  const inTrace = { request: Buffer.from("oosRequestData") };
  await expect.poll(async () => findAll(await dumpDatabase(sandbox.databaseUrl), inTrace).length).toBeGreaterThan(0);
  const kept = [...(await dumpDatabase(sandbox.databaseUrl)), ...filesUnder(sandbox.dataDir), ...build()];
  expect(findAll(kept, { bin: Buffer.from("435508") }).length, "the search covers what is kept").toBeGreaterThan(1);
  expect(findAll(kept, toNeedles(cards)), "traces of a number").toEqual([]);
  expect(matchAll(kept, codePattern(cards.map(({ cv2 }) => cv2))), "traces of a code").toEqual([]);
  const forms = Object.keys(numberNeedles(cards[0]?.pan ?? "")).length;
  return { done: `${cards.length} cards in ${forms} forms: none in ${kept.length} tables and files` };
};

/** Pays by every protocol and by a link, with success, with a wrong code, and with wrong card data. */
async function payEverywhere(fresh: (bin?: string) => Card): Promise<void> {
  for (const terminal of ["default", "garanti", "posnet", "payfor"] as const) {
    const terminalId = merchant.terminal(terminal);
    expect((await payOverHttp(await merchant.created({ terminalId }), fresh())).status).toBe(303);
    const started = await handOver((await merchant.created({ terminalId })).paymentRef, fresh());
    const back = await throughTheBank(started.text, "000000");
    expect((await postForm(back.action, back.fields)).headers.location).toContain("result=failure");
  }
  const link = await merchant.createdLink();
  await submitCard(link, { card: { ...fresh(), cv2: "12" } });
  await postForm(`${link.url}/card`, { ...cardFields(fresh()), bin: "43550811" });
  expect((await payLink(link, { card: fresh() })).status).toBeLessThan(400);
}

/** Sends cards to where no card belongs. */
async function sendAstray(fresh: (bin?: string) => Card): Promise<void> {
  const { paymentRef } = await merchant.created();
  await handOver("unknown", fresh());
  await handOver(paymentRef, { ...fresh(), expireMonth: "13" });
  await handOver(paymentRef, fresh(), { headers: { "Content-Type": "application/json" } });
  const spaced = fresh();
  await handOver(paymentRef, { ...spaced, pan: spaced.pan.replace(/(.{4})/g, "$1 ") });
  const card = fresh();
  await postForm(`${sandbox.payUrl}/handoff?pan=${card.pan}&cv2=${card.cv2}`, cardFields(card));
  await merchant.get(`/v1/payments?partnerTxCode=${fresh().pan}`, { headers: { "User-Agent": fresh().pan } });
  await postForm(`${sandbox.payUrl}/3ds/callback/x`, cardFields(fresh()));
}

const toNeedles = (cards: readonly Card[]): Needles =>
  Object.fromEntries(
    cards.flatMap(({ pan }, card) =>
      Object.entries(numberNeedles(pan)).map(([name, needle]) => [`card ${card}, ${name}`, needle]),
    ),
  );

export const noCardInQueues: Check = async () => {
  const cards = [newCard(), newCard()] as const;
  await payOverHttp(await merchant.created(), cards[0]);
  await payOverHttp(await merchant.created({ terminalId: merchant.terminal("posnet") }), cards[1]);
  const tables = (await dumpDatabase(sandbox.databaseUrl)).filter(({ where }) => where.includes("executor_"));
  expect(tables.length, "tables of the embedded executor").toBeGreaterThan(1);
  expect(findAll(tables, { any: Buffer.from("vezne-") }).length, "events of functions").toBeGreaterThan(0);
  expect(findAll(tables, toNeedles(cards)), "traces of a number").toEqual([]);
  const runs = tables.flatMap(({ bytes }) => bytes.toString("latin1").match(/(?<![\d.])\d{13,19}(?![\d.])/g) ?? []);
  expect(runs.filter(isCardNumber), "runs of digits that could be a card").toEqual([]);
  return { done: `${tables.length} tables of the embedded executor; an Inngest server is not part of the project` };
};

/** Returns whether the check digit is right and the first digit is that of a card's scheme. */
function isCardNumber(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && /^[2-69]/.test(text);
}

export const keysAreHashed: Check = async () => {
  const person = await Person.signedIn(panelDoor, await newColleague("developer", other));
  const made = await person.change("key.create", { name: "checked" });
  const { apiKey, id } = made.data as { apiKey: string; id: string };
  const caller = new Merchant(sandbox.apiUrl, other, apiKey);
  expect((await caller.get("/v1/payments/pay_x")).status, "the key works").toBe(404);
  expect(JSON.stringify((await person.query("key.list")).data), "the list").not.toContain(apiKey);
  const kept = [...(await dumpDatabase(sandbox.databaseUrl)), ...filesUnder(resolve(sandbox.dataDir, "logs"))];
  expect(findAll(kept, inEveryForm({ key: apiKey, "its secret": apiKey.slice(17) }))).toEqual([]);
  const startedAt = performance.now();
  expect((await person.change("key.revoke", { keyId: id })).status).toBe(200);
  expect((await caller.get("/v1/payments/pay_x")).status, "after the revocation").toBe(401);
  const ms = performance.now() - startedAt;
  expect(ms, "ms until the revocation holds").toBeLessThan(1_000);
  return { done: `no trace in ${kept.length} tables and files; revoked: 401 after ${ms.toFixed(0)} ms` };
};

export const secretsAreEncrypted: Check = async () => {
  const [link, payment] = [await merchant.createdLink(), await merchant.created()];
  const started = await handOver(payment.paymentRef);
  const back = await throughTheBank(started.text);
  const kept: Kept[] = [
    ...(await dumpDatabase(sandbox.databaseUrl)),
    ...filesUnder(resolve(sandbox.dataDir, "logs")),
    ...build(),
  ];
  const secrets = {
    "webhook secret": demo.webhookSecret,
    "link token": link.token,
    "payment reference": payment.paymentRef,
    "callback token": back.action.split("/").at(-1) ?? "",
    password: demo.users[0]?.password ?? "",
    "authenticator app": demo.users[0]?.totpSecret ?? "",
    "sandbox key": sandbox.sandboxKey,
  };
  // The simulated bank keeps the address to which it returns the browser, as a real bank does.
  const ours = kept.filter(({ where }) => !where.startsWith("simulator."));
  expect(findAll(ours, inEveryForm(secrets))).toEqual([]);
  return { done: `${Object.keys(secrets).length} secrets in 3 forms: none in ${ours.length} tables and files` };
};

const inEveryForm = (secrets: Readonly<Record<string, string>>): Needles =>
  Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) => {
      expect(value.length, name).toBeGreaterThan(8);
      const bytes = Buffer.from(value);
      return [
        [name, bytes],
        [`${name} in hex`, Buffer.from(bytes.toString("hex"))],
        [`${name} in base64`, Buffer.from(bytes.toString("base64").slice(0, Math.floor((value.length * 4) / 3)))],
      ];
    }),
  );

export const cardNumbersInTexts: Check = async () => {
  const { pan } = newCard();
  const spaced = pan.replace(/(.{4})(?=.)/g, "$1 ");
  const texts = [
    { description: pan },
    { description: spaced },
    { payerName: pan },
    { items: [{ name: spaced, amount: 125_050 }] },
    { items: [{ name: "Lamp", note: pan, amount: 125_050 }] },
  ];
  for (const changes of texts) {
    expect((await merchant.createLink(changes)).status, `a link with ${Object.keys(changes)}`).toBe(400);
  }
  const person = await Person.signedIn(panelDoor, await newColleague("finance", other));
  const order = { partnerTxCode: newCode(), terminalId: other.terminals.default, installment: 1, amount: 1_000n };
  const typed = await person.change("newPayment.create", { ...order, description: spaced });
  expect(typed.status, "a payment of the panel").toBe(400);
  expect((await person.change("newPayment.create", { ...order, description: "Lamp" })).status).toBe(200);
  expect(findAll(await dumpDatabase(sandbox.databaseUrl), toNeedles([{ ...newCard(), pan }]))).toEqual([]);
  await expectFlagged(pan);
  return { done: `${texts.length} texts of links and one of the panel got 400; one of the API was flagged and masked` };
};

/** Expects that the API takes a card number, as its contract says (D-15), and that staff and merchant hear of it. */
async function expectFlagged(pan: string): Promise<void> {
  const shop = new Merchant(sandbox.apiUrl, linksDisabled);
  const created = await shop.create({ description: pan });
  expect(created.status, "the API keeps its contract").toBe(201);
  const { paymentCode } = created.json() as { paymentCode: string };
  const alerts = () =>
    queryDatabase(
      sandbox.databaseUrl,
      "select id from staff_alert where kind::text = 'card_number_received' and subject = $1",
      [linksDisabled.partnerId],
    );
  await expect.poll(async () => (await alerts()).length, { message: "an alert of the staff" }).toBe(1);
  const owner = await Person.signedIn(panelDoor, findUser("owner", linksDisabled));
  const shown = await owner.query("payment.get", { paymentCode });
  expect(shown.status, shown.code ?? "").toBe(200);
  expect(JSON.stringify(shown.data), "what the panel shows").not.toContain(pan);
}

export const noMemoryIsWritten: Check = async () => {
  const pid = findServer(Number(new URL(sandbox.apiUrl).port));
  const limits = readOfProcess(pid, "limits");
  const soft = /^Max core file size\s+(\S+)/m.exec(limits)?.[1];
  expect(soft, "bytes of a core dump of the web process").toBe("0");
  return { done: "the web process writes no core dump; copies in its memory are accepted" };
};
