import { hash } from "@node-rs/argon2";
import pg from "pg";
import { held, sandbox } from "./product";
import type { User } from "./sandbox";

/**
 * Somebody new of an account that few tests sign in to, for what changes how one signs in: whoever else uses a user of the
 * sandbox finds it as it was. Written into the database, as an invitation takes longer than most tests.
 */
export async function newColleague(role = "support", partner: { partnerId: string } = held): Promise<User> {
  const id = `usr_e2e_${crypto.randomUUID()}`;
  const user = { email: `${id.slice(8)}@e2e.test`, password: `made up for ${id}`, role };
  const passwordHash = await hash(user.password);
  await write(
    `insert into panel_user (id, partner_id, email, name, password_hash, role, created_at)
     values ($1, $2, $3, '', $4, $5, $6)`,
    [id, partner.partnerId, user.email, passwordHash, role, new Date()],
  );
  return user;
}

/** An account that has begun nothing; no other test knows of it. */
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
