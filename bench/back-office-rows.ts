import pg from "pg";
import { writePaymentRows } from "./payment-rows";

/** How many rows of each kind `writeBackOfficeRows` writes. */
export const backOfficeCounts = {
  partners: 10_000,
  terminals: 30_000,
  payments: 300_000,
  deliveries: 200_000,
  auditEntries: 1_000_000,
  changes: 20_000,
  alerts: 5_000,
} as const;

/**
 * Writes what a large gateway has after two years, around the rows that the sandbox made: merchants with profiles,
 * owners, terminals, payments, deliveries, audit entries, changes and alerts. One merchant in fifty has a receiver that
 * fails.
 */
export async function writeBackOfficeRows(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await writePaymentRows(client, samples);
    // Without the triggers of single changes, which would count the rows one by one.
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
    await client.query("set session_replication_role = origin");
    // Autovacuum would have done this in an older database.
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** The payments that are copied for all merchants. */
const samples = 300;

const { partners, terminals, payments, deliveries, auditEntries, changes, alerts } = backOfficeCounts;

/** An instant of the last two years, later for a greater n. */
const spread = (count: number): string => `now() - interval '730 days' * (1 - n::float8 / ${count})`;

const statements = [
  `insert into partner (id, name, search_name, search_words, webhook_url, webhook_secret, acceptance_held, hold_reason, held_since, created_at)
   select 'prt_g' || n, name, fold_name(name), name_words(name), 'https://receiver.example/' || n, '', n % 40 = 0,
          case when n % 40 = 0 then 'missing_documents' end, case when n % 40 = 0 then now() end, ${spread(partners)}
     from generate_series(1, ${partners}) n
    cross join lateral (select (array['Yıldız', 'Çınar', 'Işık', 'Göl', 'Marmara'])[1 + n % 5] || ' Mağazası ' || n as name) named`,
  `insert into partner_profile (id, legal_title, search_title, tax_kind, tax_number)
   select 'prt_g' || n, title, fold_name(title), 'vkn', (1000000000 + n)::text
     from generate_series(1, ${partners}) n
    cross join lateral (select 'Işıldak Ticaret ' || n || ' Anonim Şirketi' as title) titled`,
  `insert into panel_user (id, partner_id, email, password_hash, role, created_at)
   select 'usr_g' || n, 'prt_g' || n, 'kisi' || n || '@magaza.example', '', 'owner', ${spread(partners)}
     from generate_series(1, ${partners}) n`,
  `insert into terminal (id, partner_id, name, search_words, bank, active, allowed_families, effective_counts, created_at)
   select 'trm_g' || n, 'prt_g' || (1 + n % ${partners}), 'Kasa ' || n, name_words('Kasa ' || n), 'isbank', n % 20 > 0, '{credit}', '{1}',
          ${spread(terminals)}
     from generate_series(1, ${terminals}) n`,
  `insert into bank_connection (id, terminal_id, bank, account, created_at)
   select 'bcn_' || id, id, bank, '', created_at from terminal where id like 'trm_g%'`,
  `create temporary table sample as
   select p.*, row_number() over (order by created_at) as at from payment p where partner_id = 'prt_bench'`,
  "analyze sample, attempt",
  `insert into payment
   select row.*
     from generate_series(1, ${payments}) n join sample s on s.at = 1 + n % ${samples}
    cross join lateral (select ${spread(payments)} - created_at as later) moved
    cross join lateral jsonb_populate_record(null::payment, to_jsonb(s) || jsonb_build_object(
            'id', 'pay_g' || lpad(n::text, 26, '0'), 'partner_id', 'prt_g' || (1 + n % ${partners}),
            'terminal_id', 'trm_g' || (n % ${terminals} + 1), 'partner_tx_code', 'G-' || n,
            'link_id', case when s.link_id is not null then 'pl_g' || n end, 'ref_hash', '\\x' || md5(n::text),
            'created_at', created_at + later, 'counted_at', counted_at + later, 'updated_at', updated_at + later,
            'expires_at', expires_at + later, 'expired_at', expired_at + later, 'failed_at', failed_at + later,
            'captured_at', captured_at + later, 'capture_started_at', capture_started_at + later)) row`,
  `insert into attempt
   select row.*
     from generate_series(1, ${payments}) n join sample s on s.at = 1 + n % ${samples} join attempt a on a.payment_id = s.id
    cross join lateral jsonb_populate_record(null::attempt, to_jsonb(a) || jsonb_build_object(
            'id', 'att_g' || n, 'payment_id', 'pay_g' || lpad(n::text, 26, '0'), 'partner_id', 'prt_g' || (1 + n % ${partners}),
            'connection_id', 'bcn_trm_g' || (n % ${terminals} + 1), 'card_last4', lpad((n % 9973)::text, 4, '0'),
            'bank_order_id', 'G' || n, 'token_hash', '\\x' || md5(n::text), 'created_at', ${spread(payments)})) row`,
  `insert into webhook_delivery (id, partner_id, type, resource_type, resource_id, body, occurred_at, status, attempts,
                                 scheduled_attempts, created_at, first_attempt_at, finished_at)
   select 'whd_g' || n, 'prt_g' || (1 + n % ${partners}), 'payment.captured', 'payment', 'pay_g' || n, '{}', at,
          case when n % ${partners} % 50 = 0 then 'exhausted' else 'delivered' end::"DeliveryStatus", 1, 1, at, at, at
     from generate_series(1, ${deliveries}) n
    cross join lateral (select now() - interval '30 days' * (1 - n::float8 / ${deliveries}) as at) made`,
  `insert into webhook_attempt (delivery_id, number, url, started_at, duration_ms, status_code, response, by_hand)
   select id, 1, 'https://receiver.example/', created_at, 120, case status when 'delivered' then 200 else 500 end, '', false
     from webhook_delivery where id like 'whd_g%'`,
  `insert into audit_log (id, scope, number, at, actor_kind, actor_id, actor_name, action, action_id, subject, outcome,
                          detail, source_ip, previous_hash, hash)
   select 'aud_0' || lpad(n::text, 25, '0'), case when n % 4 = 0 then 'staff' else 'prt_g' || (1 + n % ${partners}) end,
          1000000 + n, ${spread(auditEntries)}, 'staff', 'stf_g' || n % 30, 'kisi' || n % 30 || '@vezne.example',
          (array['terminal.update', 'partner.hold', 'approval.approve', 'bin.override'])[1 + n % 4], 'act_g' || n,
          'trm_g' || (n % ${terminals} + 1), 'done', '{}', '127.0.0.1', '', ''
     from generate_series(1, ${auditEntries}) n`,
  `insert into staff_change (id, kind, partner_id, subject, payload, fields, reason, status, proposed_by, proposed_at,
                             decided_by, decided_at)
   select 'chg_g' || n, 'tariff', 'prt_g' || (1 + n % ${partners}), 'trm_g' || n, '{}', '[]', 'Yeni sözleşme',
          'rejected', (select min(id) from staff_user), at, (select max(id) from staff_user), at
     from generate_series(1, ${changes}) n cross join lateral (select ${spread(changes)} as at) made`,
  `insert into staff_alert (id, kind, subject, detail, created_at, closed_at)
   select 'alr_g' || n, 'capture_unknown', 'pay_g' || lpad(n::text, 26, '0'), '', at, case when n < ${alerts} * 0.9 then at end
     from generate_series(1, ${alerts}) n cross join lateral (select ${spread(alerts)} as at) made`,
];
