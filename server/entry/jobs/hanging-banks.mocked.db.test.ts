import pg from "pg";
import { expect, test, vi } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createFunctionsContext } from "@/server/testing/executor/functions-context";
import { createTestDatabase } from "@/server/testing/world/database";
import { continueCaptureInquiry } from "@/server/usecases/captures/continue-capture-inquiry";
import { doDueWork } from "@/server/usecases/operations/do-due-work";
import { continueRefundInquiry } from "@/server/usecases/refunds/continue-refund-inquiry";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { captureUnknown, deliveriesCreated, refundUnknown } from "./functions";
import { createFunctions, createHandler, embeddedEngine } from "./jobs";

vi.mock("@/server/usecases/webhooks/attempt-deliveries");
vi.mock("@/server/usecases/operations/do-due-work");
vi.mock("@/server/usecases/captures/continue-capture-inquiry");
vi.mock("@/server/usecases/refunds/continue-refund-inquiry");

test("limits a thousand inquiries at hanging banks to fifty calls and still sends a delivery", async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const { ctx, log } = createFunctionsContext();
  const origin = "http://api.test";
  let end: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  vi.mocked(doDueWork).mockResolvedValue(nothing);
  const follows = [vi.mocked(continueCaptureInquiry), vi.mocked(continueRefundInquiry)];
  for (const follow of follows) follow.mockReturnValue(hanging.then(() => ({ nextInquiryAt: null })));
  const countCalls = () => follows.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.mocked(attemptDeliveries).mockResolvedValue({ nextAttemptAt: null });

  const engine = embeddedEngine({
    pool,
    databaseUrl: database.url,
    origin,
    random: systemRandom,
    realTime: systemTime,
    log,
  });
  const functions = createFunctions(engine.client, ctx, () => undefined);
  await engine.start(createHandler({ client: engine.client, functions, origin, log }), () => undefined);
  const inquiries = Array.from({ length: 1_000 }, (_, n) =>
    n % 2 ? refundUnknown.create({ refundId: `rf_${n}` }) : captureUnknown.create({ attemptId: `att_${n}` }),
  );
  await engine.client.send(inquiries);
  await vi.waitFor(() => expect(countCalls()).toBeGreaterThanOrEqual(50), 20_000);
  await engine.client.send(deliveriesCreated.create({ partnerId: "prt_1", deliveryIds: ["whd_1"] }));
  await vi.waitFor(() => expect(attemptDeliveries).toHaveBeenCalledOnce(), 20_000);
  expect(countCalls()).toBe(50);
  for (const follow of follows) expect(follow).toHaveBeenCalled();

  end();
  await engine.stop();
  await pool.end();
  await database.drop();
});
