import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffRole } from "@/server/domain/people/access";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import { answerAuditExport } from "./audit-export";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  await writeAudit(world.ctx, {
    scope: "staff",
    actor: { kind: "staff", id: null, name: "=HYPERLINK(1)" },
    action: "partner.close",
    actionId: "act_1",
    subject: "prt_ours",
    outcome: "done",
    code: null,
    detail: { reason: "Closed by request" },
    sourceIp: "192.0.2.1",
  });
});
afterAll(() => world.close());

const download = async (role: StaffRole, query: string) => {
  const request = new Request(`https://panel.test/staff/export/audit.csv${query}`);
  const answer = await answerAuditExport(request, await createStaffContext(world.ctx, role));
  return { status: answer.status, text: await answer.text() };
};

test("a file has the entries of the time range, and no cell runs as a formula; the export is an entry itself", async () => {
  const { status, text } = await download("auditor", "?span=today&log=staff&lang=en");
  expect(status).toBe(200);
  expect(text).toContain("partner.close");
  expect(text).toContain("'=HYPERLINK(1)");
  const entries = await world.db.prisma.auditEntry.findMany({ where: { action: "audit.export", outcome: "done" } });
  expect(entries).toMatchObject([{ scope: "staff", actorKind: "staff", detail: { rows: expect.any(Number) } }]);
});

test("400 without a time range, and 403 for roles that may only read the log", async () => {
  expect((await download("admin", "")).status).toBe(400);
  expect((await download("operations", "?span=today")).status).toBe(403);
});
