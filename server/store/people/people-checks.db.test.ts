import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";

// The checks by which the database itself refuses invalid rows about people.
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  const [merchant, staff] = [await newPerson(world.ctx), await newPerson(world.ctx, "staff")];
  await openSession(world.ctx, merchant.person);
  await openSession(world.ctx, staff.person);
  const code = { codeHash: Uint8Array.from([1]), createdAt: world.clock.now() };
  await world.db.prisma.recoveryCode.create({ data: { ...code, id: "rec_1", panelUserId: merchant.id } });
  const instants = { createdAt: world.clock.now(), expiresAt: world.clock.now() };
  await world.db.prisma.invitation.create({
    data: {
      ...instants,
      id: "inv_1",
      partnerId: "prt_ours",
      email: "new@shop.test",
      role: "support",
      tokenHash: Uint8Array.from([1]),
      invitedBy: merchant.id,
    },
  });
});
afterAll(() => world.close());

test.each([
  ["sign_in_session_of_one", "update sign_in_session set panel_user_id = null where staff_user_id is null"],
  [
    "sign_in_session_of_one",
    "update sign_in_session set staff_user_id = (select id from staff_user limit 1) where staff_user_id is null",
  ],
  ["recovery_code_of_one", "update recovery_code set panel_user_id = null"],
  [
    "recovery_code_of_one",
    "update recovery_code set staff_user_id = (select id from staff_user limit 1) where staff_user_id is null",
  ],
  ["panel_user_role", "update panel_user set role = 'admin'"],
  ["invitation_role", "update invitation set role = 'admin'"],
  ["staff_user_role", "update staff_user set role = 'owner'"],
  ["panel_user_email_lower", "update panel_user set email = upper(email)"],
  ["staff_user_email_lower", "update staff_user set email = upper(email)"],
])("refused by %s: %s", async (constraint, statement) => {
  await expect(world.db.pool.query(statement)).rejects.toMatchObject({ code: "23514", constraint });
});

test("refused by refund_request_amount: a refund of nothing", async () => {
  const { rows } = await world.db.pool.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'refund_request_amount'",
  );
  expect(rows.map(({ text }) => text)).toEqual(["CHECK ((amount > 0))"]);
});
