import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayInPanel, type PanelRole, panelRoles } from "@/server/domain/people/access";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { answerSettlementExport } from "./settlement-export";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const ask = async (role: PanelRole, parameters = "", init: RequestInit = {}) => {
  const door = await createPanelContext(world.ctx, role);
  const request = new Request(`http://api.test/panel/export/settlements.csv?${parameters}`, init);
  const answer = await answerSettlementExport(request, door);
  const text = await answer.text();
  const entries = await world.db.prisma.auditEntry.findMany({
    where: { action: "payout.export", actorId: door.session!.user.id },
    orderBy: { number: "asc" },
  });
  return { answer, text, entries: entries.map(({ outcome, code, detail }) => ({ outcome, code, detail })) };
};

test.each(panelRoles)("answers %s as the access table says, and the audit log records it", async (role) => {
  const { answer, entries } = await ask(role);
  if (mayInPanel(role, "payout.read")) {
    expect(answer.status).toBe(200);
    expect(entries).toEqual([
      { outcome: "begun", code: null, detail: {} },
      { outcome: "done", code: null, detail: { rows: 0 } },
    ]);
  } else {
    expect(answer.status).toBe(403);
    expect(entries).toEqual([{ outcome: "refused", code: "access_denied", detail: {} }]);
  }
});

describe("a request for a file without rows, or without a file", () => {
  test("404 for a payout of another account, without an audit entry", async () => {
    const { answer, entries } = await ask("finance", "payout=poi_other");
    expect([answer.status, entries]).toEqual([404, []]);
  });

  test("200 without rows for HEAD, without an audit entry", async () => {
    const { answer, text, entries } = await ask("finance", "", { method: "HEAD" });
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect([text.trim().split("\n").length, entries]).toEqual([1, []]);
  });

  test("429 with Retry-After above the user's budget", async () => {
    const door = await createPanelContext(world.ctx, "finance");
    for (let n = 0; n < 600; n++) await door.limits.take("panel-user", door.session!.user.id);
    const request = new Request("http://api.test/panel/export/settlements.csv");
    const answer = await answerSettlementExport(request, door);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
