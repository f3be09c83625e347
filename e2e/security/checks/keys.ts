import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";
import { type Instance, launchInstance, removeData } from "@/server/testing/run/instance";
import { postForm } from "../../support/buyer";
import { ask } from "../../support/http";
import { type Link, Merchant } from "../../support/merchant";
import { findUser } from "../../support/panel";
import { demo, sandbox } from "../../support/product";
import type { Check } from "../check";
import { readSandbox } from "../instances";
import { queryDatabase, runAdmin, runCommand } from "../operator";
import { Person, panelDoor } from "../person";

/** The audit log, and the keys of the environment. */

/** Notes the heads of the audit logs outside of the data folder for the work, and returns its result. */
async function withHeads<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const developer = await Person.signedIn(panelDoor, findUser("developer"));
  for (let entries = 0; entries < 6; entries += 2) await developer.change("webhook.setUrl", { url: null });
  const folder = await createTemporaryFolder("vezne-heads-");
  try {
    const file = join(folder, "heads.jsonl");
    const { code, output } = await runAdmin(sandbox, "audit", "heads");
    expect(code, output).toBe(0);
    writeFileSync(file, output);
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const verify = (file: string) => runAdmin(sandbox, "audit", "verify", "--against", file);
const asOwner = (sql: string, values?: readonly unknown[]) => queryDatabase(sandbox.databaseUrl, sql, values);

export const auditIsAppendOnly: Check = async () => {
  const statements = [
    "update audit_log set actor_name = 'x'",
    "delete from audit_log",
    "truncate audit_log",
    "alter table audit_log disable trigger all",
  ];
  for (const sql of statements) {
    const asApplication = queryDatabase(sandbox.applicationDatabaseUrl, sql);
    await expect(asApplication, `the application's role: ${sql}`).rejects.toThrow(/permission denied|must be owner/);
  }
  for (const sql of statements.slice(0, 3)) {
    await expect(asOwner(sql), `the owner: ${sql}`).rejects.toThrow(/append|audit/i);
  }
  const { code, output } = await withHeads(verify);
  expect([code, output.trimEnd().split("\n").at(-1)], output).toEqual([0, "chain ok"]);
  return {
    done: `4 statements refused to the application's role, 3 to the owner; ${output.split("\n").length - 2} logs: chain ok`,
  };
};

export const rewrittenAuditIsFound: Check = () =>
  withHeads(async (file) => {
    const [entry] = await asOwner("select id, scope, actor_name from audit_log order by at limit 1 offset 3");
    const untouched = await verify(file);
    expect([untouched.code, untouched.output.includes("chain ok")], untouched.output).toEqual([0, true]);
    await rewrite("update audit_log set actor_name = 'nobody@demo.test' where id = $1", [entry?.id]);
    const changed = await verify(file);
    await rewrite("update audit_log set actor_name = $2 where id = $1", [entry?.id, entry?.actor_name]);
    expect([changed.code, changed.output], "an entry that the owner changed").toEqual([
      1,
      expect.stringContaining(String(entry?.scope)),
    ]);
    const cut = await cutTail(file, String(entry?.scope));
    expect([cut.code, cut.output], "the end of a log that the owner cut off").toEqual([
      1,
      expect.stringMatching(/chain broken/),
    ]);
    const restored = await verify(file);
    expect(restored.code, restored.output).toBe(0);
    return { done: "an owner changed an entry, and cut off the end of a log: verify --against named both" };
  });

/** Changes the audit log as an owner of the database can who switches the triggers off. */
const rewrite = async (sql: string, values: readonly unknown[]): Promise<void> => {
  await asOwner("alter table audit_log disable trigger user");
  try {
    await asOwner(sql, values);
  } finally {
    await asOwner("alter table audit_log enable trigger user");
  }
};

/** Verifies while the last entry of a log is missing, and puts it back. */
async function cutTail(file: string, scope: string) {
  await asOwner("drop table if exists cut_off");
  await asOwner(
    `create table cut_off as select * from audit_log where scope = '${scope}' order by number desc limit 1`,
  );
  const [kept] = await asOwner("select count(*)::int as entries from cut_off");
  expect(kept?.entries, scope).toBe(1);
  await rewrite("delete from audit_log where id in (select id from cut_off)", []);
  const found = await verify(file);
  await rewrite("insert into audit_log select * from cut_off", []);
  await asOwner("drop table cut_off");
  return found;
}

const key = (id: string, fill: number): string => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;

/** Starts an instance again with the same data and other encryption keys. */
const startAgain = (like: Instance, ENCRYPTION_KEYS: string) =>
  ({ like, env: { RATE_LIMIT_MULTIPLIER: "1000", ENCRYPTION_KEYS } }) as const;

export const keysRotate: Check = async (run) => {
  const env = { RATE_LIMIT_MULTIPLIER: "1000", ENCRYPTION_KEYS: key("k1", 1) };
  const first = await run.start({ env });
  const partner = readSandbox(first).partners.demo;
  const shop = (instance: Instance) => new Merchant(readSandbox(instance).apiUrl, partner);
  const request = shop(first).request();
  const created = (await shop(first).post(request)).json();
  const link = await shop(first).createdLink();
  await first.stop();

  const both = `${key("k2", 2)},${key("k1", 1)}`;
  const second = await run.start(startAgain(first, both));
  const rotating = runCommand({ DATA_DIR: second.dataDir, ENCRYPTION_KEYS: both }, [
    process.execPath,
    ..."server/launch/run.mjs server/operator/admin.ts keys rotate".split(" "),
  ]);
  const opened = await openUntil(link, rotating);
  const { code, output } = await rotating;
  expect([code, /k1, .*no values/.test(output)], output).toEqual([0, true]);
  await rotateWebhookSecret(second);
  await second.stop();

  const third = await run.start(startAgain(first, key("k2", 2)));
  expect((await openPage(link)).status, "the old link").toBe(200);
  expect((await shop(third).link(link.id)).url).toBe(link.url);
  const replayed = await shop(third).post(request);
  expect([replayed.status, replayed.json().paymentRef], "the old payment reference").toEqual([200, created.paymentRef]);
  await third.stop();
  return {
    done: `rotated while a link was opened ${opened} times; without the old key: link, payment, webhook secret`,
  };
};

const openPage = ({ url }: Pick<Link, "url">) => {
  const { origin, pathname } = new URL(url);
  return ask(origin, pathname, { headers: { Accept: "text/html" } });
};

/** Opens a link's page again and again until the work has ended. Returns how often. */
async function openUntil(link: Link, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  let opened = 0;
  while (!isDone) {
    expect((await openPage(link)).status, "the link during the rotation").toBe(200);
    opened += 1;
  }
  return opened;
}

async function rotateWebhookSecret(instance: Instance): Promise<void> {
  const { apiUrl, partners } = readSandbox(instance);
  const developer = await Person.signedIn({ kind: "panel", address: apiUrl }, findUser("developer", partners.demo));
  for (const step of ["prepareSecret", "activateSecret", "rollbackSecret"]) {
    expect((await developer.change(`webhook.${step}`)).status, step).toBe(200);
  }
}

export const wrongKeysDoNotStart: Check = async (run) => {
  const env = { RATE_LIMIT_MULTIPLIER: "1000", ENCRYPTION_KEYS: key("k1", 1) };
  const first = await run.start({ env });
  await new Merchant(readSandbox(first).apiUrl, demo, readSandbox(first).partners.demo.apiKeys[0]).createLink();
  await first.stop();
  const wrong = { "another key": key("k9", 9), "the same name with other bytes": key("k1", 9) };
  for (const [name, ENCRYPTION_KEYS] of Object.entries(wrong)) {
    await expectNoStart(name, await launchInstance(startAgain(first, ENCRYPTION_KEYS)));
  }
  const { env: live } = await run.live();
  const zero = await launchInstance({ env: { ...live, ENCRYPTION_KEYS: key("k1", 0) } });
  await expectNoStart("a key of zeros in live mode", zero);
  await removeData(zero);
  return { done: "3 starts refused: another key, other bytes under the same name, a key of zeros in live mode" };
};

/** Expects that an instance ends with a failure that names the variable, instead of serving. */
async function expectNoStart(name: string, instance: Instance): Promise<void> {
  const isReady = () => /is ready|"msg":"serving"/.test(instance.output());
  const ended = instance.exited.then((code) => ({ code }));
  for (let waited = 0; waited < 120 && !isReady(); waited += 1) {
    const outcome = await Promise.race([ended, new Promise<null>((resolve) => setTimeout(resolve, 500, null))]);
    if (outcome === null) continue;
    expect([outcome.code, instance.output()], name).toEqual([1, expect.stringMatching(/key/i)]);
    return;
  }
  await instance.stop();
  throw new Error(`With ${name} the product started: ${instance.output().slice(-200)}`);
}

export const personalDataHasAnEnd: Check = async () => {
  const { code, output } = await runAdmin(sandbox, "retention", "--dry-run");
  expect(code, output).toBe(0);
  for (const name of ["names of payers", "IP addresses of buyers", "reports about payment pages", "audit log"]) {
    expect(output, name).toContain(name);
  }
  const ages = output.split("\n").filter((line) => / \d+ days from /.test(line));
  expect(ages.length, "kinds of data with an age").toBeGreaterThan(10);
  expect(output).toMatch(/^\d+ rows? due now\.$/m);
  return { done: `a dry run lists ${ages.length} kinds of data with their ages, and what is kept and why` };
};

export const personalDataIsErased: Check = async () => {
  const link = await new Merchant(sandbox.apiUrl, demo).createdLink({ payerName: "Ayşe Yılmaz" });
  const old = "2020-01-01T00:00:00Z";
  const report = JSON.stringify({ "csp-report": { "blocked-uri": "https://old.example" } });
  await postForm(`${sandbox.payUrl}/csp-report`, report, { headers: { "Content-Type": "application/csp-report" } });
  const age = "update csp_report set first_at = $1, last_at = $1 where blocked like '%old.example%' returning id";
  await expect.poll(async () => (await asOwner(age, [old])).length).toBeGreaterThan(0);
  // A trigger keeps the terms of a link, so the owner of the database switches it off to make the link old.
  await asOwner(`
    alter table payment_link disable trigger user;
    update payment_link set created_at = '2019-12-25T00:00:00Z', expires_at = '${old}' where id = '${link.id}';
    alter table payment_link enable trigger user`);
  const { code, output } = await runAdmin(sandbox, "retention");
  expect(code, output).toBe(0);
  expect((await new Merchant(sandbox.apiUrl, demo).link(link.id)).payerName, "the name of the payer").toBeNull();
  const reports = await asOwner("select id from csp_report where last_at <= $1", [old]);
  expect(reports, "old reports").toEqual([]);
  return { done: "a name of a payer and a report from 2020 were erased by the command" };
};
