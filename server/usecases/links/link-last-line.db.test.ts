import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkStates } from "@/server/domain/states";
import { createLinkJourney, type LinkJourney } from "@/server/testing/journeys/link";
import { writeLinks } from "@/server/testing/journeys/link-rows";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { watchForWait } from "@/server/testing/world/waiting";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import type { LinkRecord } from "./shared/link-record";

// Tests what the database itself refuses if the code is wrong, provoked by plain SQL.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());

const sql = (text: string, ...values: unknown[]) => world.db.pool.query(text, values);
const setStatus = ({ id }: { id: string }, status: string) =>
  sql(`update payment_link set status = $2::"LinkStatus" where id = $1`, id, status);
const beginCapture = ({ id }: LinkRecord) =>
  sql(`update payment set capture_started_at = $2 where link_id = $1 and status = 'initiated'`, id, world.clock.now());

const apiPayment = () => createPaymentJourney(world).create();

const blank = { failed_at: null, failure_code: null, captured_at: null, capture_started_at: null };

/** The columns that a captured payment must have. */
const taken = {
  captured_at: "2026-11-20T09:00:00Z",
  capture_started_at: "2026-11-20T09:00:00Z",
  card_bin: "552879",
  card_last4: "0008",
  commission_basis: "gross",
  commission_rate_bps: 0,
  commission_amount: 0,
};

/** Creates a link whose capture got no readable answer. */
async function unknownCapture() {
  world.bank.answer("capture", unknown);
  const link = await journey.createAtBank();
  await journey.returnWithoutWaiting(link.callback);
  return link;
}

describe("the payments of a link", () => {
  const second = (link: LinkRecord, status: string) =>
    sql(
      `insert into payment
       select (jsonb_populate_record(first, $3::jsonb || jsonb_build_object(
                 'id', id || $2, 'partner_tx_code', partner_tx_code || $2, 'ref_hash', sha256((id || $2)::bytea)))).*
         from payment first where link_id = $1 order by created_at limit 1`,
      link.id,
      `-${status}`,
      JSON.stringify({ ...blank, status, ...(status === "captured" && taken) }),
    );

  test.each(["initiated", "captured"])("cannot include a second one that is %s", async (status) => {
    const link = await journey.createAtBank();
    await expect(second(link, status)).rejects.toMatchObject({ constraint: "payment_of_link" });
    expect(await journey.listPayments(link)).toHaveLength(1);
  });

  test.each(["initiated", "captured"])("cannot include one that is %s after a captured one", async (status) => {
    world.bank.answer("capture", approved);
    const link = await journey.createAtBank();
    await journey.returnFromBank(link.callback);
    await world.settled();
    expect(await journey.getRow(link)).toMatchObject({ status: "completed" });
    await expect(second(link, status)).rejects.toMatchObject({ constraint: "payment_of_link" });
  });

  test("can include a new one after a failed one", async () => {
    const link = await journey.createAtBank();
    await journey.returnFromBank(link.callback, "not_authenticated");
    await second(link, "initiated");
    expect(await journey.listPayments(link)).toHaveLength(2);
  });
});

describe("a capture", () => {
  test.each(["launched", "failed", "cancelled", "expired"])("cannot begin on a link that is %s", async (status) => {
    const link = await journey.createAtBank();
    await setStatus(link, status);
    await expect(beginCapture(link)).rejects.toThrow("is not in 3-D Secure");
  });

  test("can begin on a link in 3-D Secure", async () => {
    const link = await journey.createAtBank();
    expect((await beginCapture(link)).rowCount).toBe(1);
  });

  test.each(["cancelled", "expired"])(
    "prevents that its link becomes %s, while it runs and after it has taken the money",
    async (to) => {
      const link = await unknownCapture();
      await expect(setStatus(link, to)).rejects.toThrow("is running or has taken the money");
      await sql(
        "update attempt set status = 'captured' where payment_id in (select id from payment where link_id = $1)",
        link.id,
      );
      await sql(
        `with taken as (
           update payment set status = 'captured', card_bin = '552879', card_last4 = '0008', commission_basis = 'gross',
                  captured_at = (select capture_sent_at from attempt where payment_id = payment.id),
                  commission_rate_bps = 0, commission_amount = 0 where link_id = $1
           returning *)
         insert into settlement
                (id, partner_id, payment_id, amount, bank_day, due_at, status, created_at, updated_at)
         select 'stl_' || id, partner_id, id, amount, bank_day(captured_at, '00:00'), captured_at + interval '3 days',
                'pending', captured_at, captured_at from taken`,
        link.id,
      );
      await expect(setStatus(link, to)).rejects.toThrow("is running or has taken the money");
      expect(await journey.getRow(link)).toMatchObject({ status: "initiated" });
    },
  );

  test("prevents nothing after it has failed", async () => {
    const link = await unknownCapture();
    await sql(
      `update payment set status = 'failed', failed_at = created_at, failure_code = 'x' where link_id = $1`,
      link.id,
    );
    await setStatus(link, "cancelled");
    expect(await journey.getRow(link)).toMatchObject({ status: "cancelled" });
  });

  test("and a cancellation wait for each other, and one of them is refused", async () => {
    const link = await journey.createAtBank();
    const [one, two] = await Promise.all([world.db.pool.connect(), world.db.pool.connect()]);
    try {
      await one.query("begin");
      await one.query(`update payment_link set status = 'cancelled' where id = $1`, [link.id]);
      const begun = two.query(`update payment set capture_started_at = $2 where link_id = $1`, [
        link.id,
        world.clock.now(),
      ]);
      const refused = expect(begun).rejects.toThrow("is not in 3-D Secure");
      const settled = begun.then(
        () => "begun",
        () => "refused",
      );
      const first = await watchForWait(world.db, settled);
      await one.query("commit");
      expect(first).toBe("waits");
      await refused;
    } finally {
      one.release();
      two.release();
    }
  });
});

describe("a final state", () => {
  const final = ["completed", "expired", "cancelled"] as const;
  const moves = final.flatMap((from) => linkStates.filter((to) => to !== from).map((to) => [from, to] as const));

  test.each(moves)("%s cannot change to %s", async (status, to) => {
    const [id = ""] = await writeLinks(world, [{ createdAt: world.clock.now(), status }]);
    world.clock.advanceMs(1);
    await expect(setStatus({ id }, to)).rejects.toThrow(`its ${status} is final`);
  });

  test.each(linkStates)("prevents a deletion, also for a link that is %s", async (status) => {
    const [id = ""] = await writeLinks(world, [{ createdAt: world.clock.now(), status }]);
    world.clock.advanceMs(1);
    await expect(sql("delete from payment_link where id = $1", id)).rejects.toThrow("never deleted");
  });
});

/** For each type of a link's columns an expression that differs from what a link has. */
const otherValues: Readonly<Record<string, string>> = {
  text: "'other'",
  bigint: "4242",
  integer: "4242",
  "timestamp with time zone": "now() + interval '4242 hours'",
  bytea: "sha256('other')",
  ARRAY: "'{1}'",
  json: `'[{"name":"Other","note":null,"amount":1}]'`,
};

describe("the agreed terms of a link", () => {
  test.each([
    "amount = amount + 1",
    "customer_share_bps = 1",
    "created_at = created_at + interval '1 hour', expires_at = expires_at + interval '1 hour'",
    "partner_id = 'prt_other'",
    "terminal_id = 'trm_limited'",
    "partner_reference = partner_reference + 1000000",
    "token_hash = sha256('x')",
    "redirect_url = 'https://evil.example'",
    "allowed_counts = '{1}'",
    "description = 'Another purpose'",
    `items = '[{"name":"Other","note":null,"amount":40000}]'`,
    "payer_name = 'Another payer'",
  ])("cannot change: %s", async (set) => {
    const { id } = await journey.create();
    await expect(sql(`update payment_link set ${set} where id = $1`, id)).rejects.toThrow("never changes");
  });

  test("cannot change in any column but those that a link's life changes", async () => {
    const changeable = ["status", "last_attempt_no", "first_opened_at", "last_opened_at", "updated_at", "token_cipher"];
    const { rows: columns } = await sql(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = 'payment_link' and column_name <> all($1)`,
      changeable,
    );
    expect(columns.length).toBeGreaterThan(12);
    const { id } = await journey.create();
    for (const { name, type } of columns) {
      // Another value of the column's type; an unknown type fails here, so a new column is always tried.
      const change = `update payment_link set ${name} = ${otherValues[type]} where id = $1`;
      await expect(sql(change, id), `${name} (${type})`).rejects.toThrow("never changes");
    }
  });

  test("can lose the payer's name, which then never comes back (D-281)", async () => {
    const { id } = await journey.create({ payerName: "Ayşe Yılmaz" });
    await sql("update payment_link set payer_name = null where id = $1", id);
    const again = sql("update payment_link set payer_name = 'Ayşe Yılmaz' where id = $1", id);
    await expect(again).rejects.toThrow("never changes");
  });

  test("cannot lose a payment or change the amount that the bank was asked for", async () => {
    const link = await unknownCapture();
    const set = (text: string) => sql(`update payment set ${text} where link_id = $1`, link.id);
    await expect(set("amount = amount + 1")).rejects.toThrow("never changes");
    await expect(set("link_id = null")).rejects.toThrow("never changes");
  });

  test("cannot be removed by truncate", async () => {
    await expect(sql("truncate payment_link cascade")).rejects.toThrow("never changes");
  });
});

describe("a link in 3-D Secure", () => {
  test.each(["launched", "failed"])("cannot become %s while its capture runs", async (to) => {
    const link = await unknownCapture();
    await expect(setStatus(link, to)).rejects.toThrow("is running or has taken the money");
  });

  test("cannot be completed without the money", async () => {
    const link = await journey.createAtBank();
    await expect(setStatus(link, "completed")).rejects.toThrow("has the money");
  });
});

describe("an impossible row", () => {
  const at = "2026-11-20T09:00:00Z";
  test.each([
    ["pending and opened", { first_opened_at: at, last_opened_at: at }, "payment_link_opened"],
    ["launched and never opened", { status: "launched" }, "payment_link_opened"],
    ["valid for longer", { expires_at: "2027-11-20T09:00:00Z" }, "payment_link_validity"],
    ["an amount of nothing", { amount: 0 }, "payment_link_amounts"],
    ["above the bound", { amount: 1_000_000_001 }, "payment_link_amounts"],
    ["a share above the whole", { customer_share_bps: 10_001 }, "payment_link_amounts"],
  ])("%s is refused", async (_what, changes, constraint) => {
    const { id } = await journey.create();
    const copy = sql(
      `insert into payment_link
       select (jsonb_populate_record(first, $2::jsonb || jsonb_build_object(
                 'id', id || '-', 'partner_reference', 1000000, 'token_hash', sha256((id || '-')::bytea)))).*
         from payment_link first where id = $1`,
      id,
      JSON.stringify(changes),
    );
    await expect(copy).rejects.toMatchObject({ constraint });
  });

  test("is refused: a payment of the API without a returnUrl, or of a link with another source", async () => {
    const link = await journey.createAtBank();
    const set = (text: string) => sql(`update payment set ${text} where link_id = $1`, link.id);
    await expect(set("source = 'api'")).rejects.toMatchObject({ constraint: "payment_link_source" });
    await expect(set("return_url = null")).resolves.toBeDefined();
    const created = await apiPayment();
    const unset = sql("update payment set return_url = null where id = $1", created.paymentCode);
    await expect(unset).rejects.toMatchObject({ constraint: "payment_return_url" });
  });
});
