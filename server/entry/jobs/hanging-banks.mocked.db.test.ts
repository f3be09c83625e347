import pg from "pg";
import { expect, test, vi } from "vitest";
import { createTestDatabase } from "@/server/launch/test-database";
import { attemptDeliveries } from "@/server/usecases/attempt-deliveries";
import { fireDue } from "@/server/usecases/fire-due";
import { followCapture } from "@/server/usecases/follow-capture";
import { embeddedEngine } from "./engine";
import { deliveriesCreated, outcomeUnknown } from "./events";
import { createFunctions } from "./functions";
import { createHandler } from "./serve";
import { functionsContext } from "./test-functions";

vi.mock("@/server/usecases/attempt-deliveries");
vi.mock("@/server/usecases/fire-due");
vi.mock("@/server/usecases/follow-capture");

test("a thousand inquiries at banks that hang take fifty calls, and a delivery is sent beside them", async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const { ctx, log } = functionsContext();
  const origin = "http://api.test";
  let end: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  vi.mocked(fireDue).mockResolvedValue(nothing);
  vi.mocked(followCapture).mockReturnValue(hanging.then(() => ({ nextInquiryAt: null })));
  vi.mocked(attemptDeliveries).mockResolvedValue({ nextAttemptAt: null });

  const engine = embeddedEngine({ pool, databaseUrl: database.url, origin, log });
  const functions = createFunctions(engine.client, ctx, () => undefined);
  await engine.start(createHandler({ client: engine.client, functions, origin, log }), () => undefined);
  const inquiries = Array.from({ length: 1_000 }, (_, n) => outcomeUnknown.create({ attemptId: `att_${n}` }));
  await engine.client.send(inquiries);
  await vi.waitFor(
    () => expect(vi.mocked(followCapture).mock.calls.length).toBeGreaterThanOrEqual(50),
    5_000,
  );
  await engine.client.send(deliveriesCreated.create({ partnerId: "prt_1", deliveryIds: ["whd_1"] }));
  await vi.waitFor(() => expect(attemptDeliveries).toHaveBeenCalledOnce(), 5_000);
  expect(followCapture).toHaveBeenCalledTimes(50);

  end();
  await engine.stop();
  await pool.end();
  await database.drop();
});
