import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldName } from "@/server/domain/accounts/fold-name";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findPartners } from "./queries";

// A search among 10,000 merchants with 30,000 terminals, by everything that staff may know of one of them.
let world: TestWorld;
let paymentCode = "";
beforeAll(async () => {
  world = await openTestWorld();
  const journey = createPaymentJourney(world);
  const { paymentCode: code } = await journey.createAtBank({ partnerTxCode: "SİPARİŞ-2041" });
  paymentCode = code;
  await generate();
}, 120_000);
afterAll(() => world.close());

/** Inserts rows without the triggers of single changes, which would take minutes. */
async function generate(): Promise<void> {
  const client = await world.db.pool.connect();
  const sql = (text: string) => client.query(text);
  try {
    await sql("set session_replication_role = replica");
    await sql(`insert into partner (id, name, search_name, webhook_secret, created_at)
               select 'prt_g' || n, 'Mağaza ' || n, fold_name('Mağaza ' || n), '', '2026-01-01T00:00:00Z' from generate_series(1, 10000) n`);
    await sql(`insert into partner_profile (id, legal_title, search_title, tax_kind, tax_number)
               select 'prt_g' || n, 'Işıldak Ticaret ' || n || ' A.Ş.', fold_name('Işıldak Ticaret ' || n || ' A.Ş.'), 'vkn', (1000000000 + n)::text
                 from generate_series(1, 10000) n`);
    await sql(`insert into panel_user (id, partner_id, email, password_hash, role, created_at)
               select 'usr_g' || n, 'prt_g' || n, 'kisi' || n || '@magaza.example', '', 'owner', '2026-01-01T00:00:00Z'
                 from generate_series(1, 10000) n`);
    await sql(`insert into terminal (id, partner_id, name, bank, allowed_families, effective_counts, created_at)
               select 'trm_g' || n, 'prt_g' || (1 + n % 10000), 'T', 'scripted', '{credit}', '{1}', '2026-01-01T00:00:00Z'
                 from generate_series(1, 30000) n`);
    await sql(`insert into payment
               select (jsonb_populate_record(p, jsonb_build_object(
                        'id', 'pay_g' || n, 'partner_id', 'prt_g' || (1 + n % 10000), 'partner_tx_code', 'G-' || n,
                        'ref_hash', '\\x' || md5(n::text)))).*
                 from payment p, generate_series(1, 5000) n where p.id = '${paymentCode}'`);
    await sql(`insert into attempt
               select (jsonb_populate_record(a, jsonb_build_object(
                        'id', 'att_g' || n, 'payment_id', 'pay_g' || n, 'partner_id', 'prt_g' || (1 + n % 10000),
                        'card_last4', lpad((n % 2919)::text, 4, '1'), 'bank_order_id', 'G' || n,
                        'token_hash', '\\x' || md5(n::text)))).*
                 from attempt a, generate_series(1, 5000) n where a.payment_id = '${paymentCode}'`);
    await sql("set session_replication_role = default");
    await sql("analyze partner, partner_profile, panel_user, terminal, payment, attempt");
  } finally {
    client.release();
  }
}

const find = (text: string, cursor: string | null = null) =>
  findPartners(world.ctx, { text, cursor, filters: { status: null, acceptance: null } });
const foundBy = async (text: string) => (await find(text)).items.map(({ partnerId, foundBy }) => [partnerId, foundBy]);

describe("finds one merchant among ten thousand", () => {
  test.each([
    ["its id", "prt_g4711", ["prt_g4711", "partner"]],
    ["its tax number", "1000004711", ["prt_g4711", "tax"]],
    ["a terminal", "trm_g4710", ["prt_g4711", "terminal"]],
    ["a payment", "pay_g4710", ["prt_g4711", "payment"]],
    ["an order code", "G-4710", ["prt_g4711", "order"]],
    ["an order code with Turkish letters", "SİPARİŞ-2041", ["prt_ours", "order"]],
    ["the last four digits of a card", "0008", ["prt_ours", "card"]],
    ["the beginning of a user's address", "KISI4711@", ["prt_g4711", "user"]],
    ["a part of its name, in any case", "mağaza 4711", ["prt_g4711", "name"]],
    ["a part of its name without accents", "MAGAZA 4711", ["prt_g4711", "name"]],
    ["a part of its legal title", "ışıldak ticaret 4711 a", ["prt_g4711", "title"]],
    ["a part of its legal title in capitals", "IŞILDAK TİCARET 4711 A", ["prt_g4711", "title"]],
  ])("by %s", async (_, text, wanted) => expect(await foundBy(text)).toContainEqual(wanted));
});

describe("reads an index", () => {
  test.each([
    ["for an identifier", "trm_g4710", /Index (Only )?Scan using terminal_pkey/],
    ["for a tax number", "1000004711", /partner_profile_tax_number_idx/],
    ["for an order code", "G-4710", /payment_active_code/],
    ["for a card", "0008", /attempt_card_last4_payment_id_idx/],
    ["for an address", "kisi4711", /panel_user_email_prefix/],
    ["for the list of all merchants", "", /Index Scan using partner_name_id_idx/],
  ])("%s", async (_, text, index) => {
    const plan = await explainLastQuery(world.db, () => find(text));
    expect(plan).toMatch(index);
    expect(plan, "reads no table of payments as a whole").not.toMatch(
      /Seq Scan on (payment|attempt|terminal|panel_user)/,
    );
  });

  test("and the whole list is read page by page, in order and without repetition", async () => {
    const first = await find("");
    const second = await find("", first.nextCursor);
    const names = [...first.items, ...second.items].map(({ partnerId }) => partnerId);
    expect(new Set(names).size).toBe(50);
    const plan = await explainLastQuery(world.db, () => find("", second.nextCursor));
    expect(plan).not.toContain("Sort");
  });
});

test("a text that finds nothing finds nothing, whatever its wildcards", async () => {
  for (const text of ["%", "\\", "mağaza_47", "sk_test_00000000"]) expect(await foundBy(text)).toEqual([]);
});

test.each(["Çınar ÖĞÜT İşığı ÂÎÛ", "DIŞ ve İÇ", "plain 1-2_3%"])(
  "the database folds %j as the search does",
  async (name) => {
    const { rows } = await world.db.pool.query("select fold_name($1) as folded", [name]);
    expect(rows[0].folded).toBe(foldName(name));
  },
);

test("a search reads few pages, so that it takes far less than 100 ms", async () => {
  for (const text of ["mağaza 47", "1000004711", "G-4710", "0008", ""]) {
    const plan = await explainLastQuery(world.db, () => find(text));
    const pages = Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]);
    expect(pages, `${text}: ${plan}`).toBeLessThan(2_000);
  }
});
