import { hash } from "@node-rs/argon2";
import pg from "pg";
import { held, sandbox } from "./product";
import type { User } from "./sandbox";

/**
 * Creates a new user for tests that change how a user signs in, so that the sandbox's own users stay unchanged for
 * other tests. The user is written into the database, because an invitation takes longer than most tests.
 * @param isSecondPerson whether the user may approve what others ask for: 30 days in the team, a proved address, an app
 */
export async function newColleague(
  role = "support",
  partner: { partnerId: string } = held,
  { isSecondPerson = false }: { isSecondPerson?: boolean } = {},
): Promise<User> {
  const id = `usr_e2e_${crypto.randomUUID()}`;
  const user = { email: `${id.slice(8)}@e2e.test`, password: `made up for ${id}`, role };
  const passwordHash = await hash(user.password);
  const since = new Date(Date.now() - (isSecondPerson ? 30 * 86_400_000 : 0));
  await write(
    `insert into panel_user (id, partner_id, email, name, password_hash, role, created_at, email_proved_at, totp_since,
                             code_at_sign_in)
     values ($1, $2, $3, '', $4, $5, $6, $7, $7, $8)`,
    [id, partner.partnerId, user.email, passwordHash, role, since, isSecondPerson ? since : null, !isSecondPerson],
  );
  return user;
}

/** Creates an account without any payments, which no other test uses. */
export async function newAccount(): Promise<{ partnerId: string }> {
  const partnerId = `prt_e2e_${crypto.randomUUID()}`;
  await write(`insert into partner (id, name, webhook_secret, created_at) values ($1, 'Yeni Dükkân', '', $2)`, [
    partnerId,
    new Date(),
  ]);
  return { partnerId };
}

async function write(sql: string, values: unknown[]): Promise<void> {
  const database = new pg.Client(sandbox.databaseUrl);
  await database.connect();
  try {
    await database.query(sql, values);
  } finally {
    await database.end();
  }
}
