import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBanks } from "@/server/banks/registry";
import { agreements } from "@/server/sandbox/accounts/agreements";
import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { toBankAccount } from "@/server/usecases/banks/shared/bank-connection";
import { rolePassword, runCommand, toRoleUrl } from "../live/installation";
import type { DebianCluster } from "./debian-cluster";
import type { AtBank } from "./shop";
import type { Stage } from "./stage";
import type { Step } from "./steps";

/** How long a difference is young for `reconcile`, ms, and a little more. */
const recentMs = 125_000;

/** The steps of the runbooks "Backup", "Restore" and "Comparing a day with the bank". */
export function restoreSteps(stage: Stage): Step[] {
  const backup = join(stage.folder, "base");
  const heads = join(stage.folder, "heads.jsonl");
  /** What happened after the recovery point, by payment code. */
  const after = { begun: "", refunded: "", gone: "" };
  let paidBefore = 0;
  let latestCount = 0;
  let pending: AtBank | undefined;
  let disasterAt = 0;
  let restored: DebianCluster = stage.primary;

  return [
    {
      name: "Payments, one of them refunded",
      async run() {
        const [first = ""] = await payTimes(stage, 4);
        await stage.shop.refund(first);
        return stage.expectEqualSums();
      },
    },
    {
      name: "Base backup, verified",
      async run() {
        await stage.primary.backUp(backup);
        return "";
      },
    },
    {
      name: "Payments after the base backup, and a point to recover to",
      async run() {
        const [toRefund = ""] = await payTimes(stage, 3);
        after.refunded = toRefund;
        pending = await stage.shop.authenticate(await stage.shop.create(40_000));
        paidBefore = await countCaptured(stage.primary);
        await stage.primary.query("select pg_create_restore_point('before_disaster')");
        return `${paidBefore} captured payments`;
      },
    },
    {
      name: "After that point: a capture, a refund, a whole payment, a decision of staff",
      async run() {
        if (!pending) throw new Error("No payment is at the bank");
        await stage.shop.comeBack(pending);
        after.begun = pending.paymentCode;
        await stage.shop.refund(after.refunded);
        after.gone = await stage.shop.pay(70_000);
        await stage.mustRun("retention");
        await writeFile(heads, await stage.mustRun("audit", "heads"));
        latestCount = await countCaptured(stage.primary);
        const [{ segment } = { segment: "" }] = await stage.primary.query<{ segment: string }>(
          "select pg_walfile_name(pg_switch_wal()) as segment",
        );
        await stage.primary.until(`(select last_archived_wal >= '${segment}' from pg_stat_archiver)`);
        return stage.expectEqualSums();
      },
    },
    {
      name: "Disaster: the product stops, the cluster is killed and deleted",
      async run() {
        await stage.installation.stop();
        await stage.primary.destroy();
        disasterAt = Date.now();
        return "";
      },
    },
    {
      name: "Trial restore to the latest moment of the archive",
      async run() {
        const trial = await stage.newCluster("trial");
        await trial.restore(backup, stage.archive, { archive_mode: "off" });
        await trial.start();
        const captured = await countCaptured(trial);
        await trial.destroy();
        if (captured !== latestCount) throw new Error(`${captured} captured payments instead of ${latestCount}`);
        return `all ${captured} captured payments`;
      },
    },
    {
      name: "Restore to the point in time",
      async run() {
        restored = await stage.newCluster("restored");
        await restored.restore(backup, stage.archive, { recovery_target_name: "before_disaster" });
        await restored.start();
        // A standby that is made from this server would have the target too, and refuse to be promoted before it.
        await restored.configure({ recovery_target_name: "" });
        stage.lead(restored);
        const captured = await countCaptured(restored);
        if (captured !== paidBefore) throw new Error(`${captured} captured payments instead of ${paidBefore}`);
        return `${captured} of ${latestCount} captured payments`;
      },
    },
    {
      name: "audit verify --against names the entries that the restore has lost",
      async run() {
        const { isPassed, text } = await stage.command("audit", "verify", "--against", heads);
        if (isPassed || !text.includes("missing at the end, although exported")) throw new Error(text);
        return text.split("\n").find((line) => line.includes("missing")) ?? "";
      },
    },
    {
      name: "keys status and doctor",
      async run() {
        const keys = await stage.mustRun("keys", "status");
        if (/not in ENCRYPTION_KEYS|cannot be decrypted/.test(keys)) throw new Error(keys);
        return stage.examine();
      },
    },
    {
      name: "A dump into another database, examined by the product's commands",
      run: () => restoreDump(stage),
    },
    {
      name: "reconcile --dry-run finds exactly what was lost",
      async run() {
        await sleep(Math.max(0, disasterAt + recentMs - Date.now()));
        const { isPassed, text } = await stage.reconcile("--dry-run");
        expectFindings(text, after);
        if (isPassed) throw new Error(`exit code 0:\n${text}`);
        return "a capture, a refund, a payment without a row";
      },
    },
    {
      name: "reconcile records the capture before the product starts",
      async run() {
        const { text } = await stage.reconcile();
        for (const sentence of [
          "Done: the books have the bank's answer now.",
          "Held. Next: books correct",
          "order_outside_books",
        ]) {
          if (!text.includes(sentence)) throw new Error(text);
        }
        await stage.installation.start();
        const status = await stage.shop.getStatus(after.begun);
        if (status !== "captured") throw new Error(`${after.begun} is ${status}`);
        return "";
      },
    },
    {
      name: "books correct and books approve by two people; the lost payment goes back at the bank",
      async run() {
        await correct(stage, after.refunded);
        await giveBackAtBank(stage);
        const { isPassed, text } = await stage.reconcile();
        if (!isPassed) throw new Error(text);
        return stage.expectEqualSums();
      },
    },
  ];
}

async function payTimes({ shop }: Stage, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) codes.push(await shop.pay());
  return codes;
}

async function countCaptured(cluster: DebianCluster): Promise<number> {
  const statement = "select count(*)::int as count from payment where status = 'captured'";
  return (await cluster.query<{ count: number }>(statement))[0]?.count ?? 0;
}

function expectFindings(
  text: string,
  { begun, refunded, gone }: Readonly<Record<"begun" | "refunded" | "gone", string>>,
) {
  const isFound =
    new RegExp(`${begun} .*\\n.*the books have lost its capture`).test(text) &&
    new RegExp(`${refunded} .*\\n.*gave back more than the books have`).test(text) &&
    /no payment {2}order .*\n.*Bank: 700\.00 TRY taken/.test(text) &&
    text.includes("3 orders to look at") &&
    !text.includes(gone);
  if (!isFound) throw new Error(`other findings than expected:\n${text}`);
}

/** Restores a dump beside the database, and runs the commands of an examination with its address. */
async function restoreDump(stage: Stage): Promise<string> {
  const folder = await stage.makeFolder("dump");
  await runCommand({}, "admin", ["database", "roles", "--print"]);
  await stage.primary.dumpTo(join(stage.folder, "books.dump"), "postgres", "copied");
  const address = stage.primary.url("copied", stage.address.port);
  const roles = { DATABASE_ADMIN_URL: address, DATABASE_APPLICATION_PASSWORD: rolePassword };
  await runCommand(roles, "admin", ["database", "roles"]);
  const env = { ...stage.installation.env, DATABASE_URL: toRoleUrl(address, "application"), DATA_DIR: folder };
  const chain = await runCommand(env, "admin", ["audit", "verify"]);
  await runCommand(env, "admin", ["keys", "status"]);
  await runCommand(env, "admin", ["ledger", "verify"]);
  return chain.split("\n").at(-1) ?? "";
}

/** Corrects the books of a payment whose void the restore has lost. */
async function correct(stage: Stage, paymentCode: string): Promise<void> {
  const [first, second] = stage.people;
  if (!first || !second) throw new Error("Two people are needed");
  const evidence = ["--reason", "Lost by the restore", "--evidence", "Statement of the bank"];
  const as = ({ email, readCode }: typeof first) => ["--by", email, "--code", readCode()];
  const proposed = await stage.mustRun(
    "books",
    "correct",
    paymentCode,
    "void_done",
    "100.00",
    ...evidence,
    ...as(first),
  );
  await stage.mustRun("books", "approve", proposed.split(" ")[0] ?? "", ...as(second));
}

/** Gives the money of each order that the books do not have back, as a person does on the bank's own screens. */
async function giveBackAtBank(stage: Stage): Promise<void> {
  const orders = await stage.queryBank<{ order_id: string; captured: string }>(
    "select order_id, captured from simulator.bank_order",
  );
  const known = await stage.primary.query<{ bank_order_id: string }>("select bank_order_id from attempt");
  const ours = new Set(known.map(({ bank_order_id }) => bank_order_id));
  const account = toBankAccount(
    "isbank",
    agreements.isbank(sandboxShop, `http://localhost:${stage.installation.ports.bank}`),
  );
  for (const { order_id: orderId, captured } of orders.filter(({ order_id }) => !ours.has(order_id))) {
    const references = { authCode: null, rrn: null, transactionId: null };
    const order = { orderId, references, buyerIp: "192.0.2.1", amountKurus: BigInt(captured) };
    const outcome = await createBanks().call("nestpay", { kind: "void", ...order }, account);
    if (outcome.kind !== "approved") throw new Error(`The bank did not void ${orderId}: ${outcome.kind}`);
  }
}
