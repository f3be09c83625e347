import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { Draws } from "./draws";
import { type Owner, ProcessDied } from "./lane";
import { Locks } from "./locks";
import { Scheduler } from "./scheduler";
import { createSessionClass, type Session } from "./session";
import { Trace } from "./trace";

let database: TestDatabase;
let control: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  control = new pg.Client({ connectionString: database.url });
  await control.connect();
});

afterAll(async () => {
  await control.end();
  await database.drop();
});

test("what the code of a process waits for when it dies ends with an error, and needs no time limit", async () => {
  const owner: Owner = { name: "p1", isAlive: true };
  const scheduler = new Scheduler(new Draws("s"), new Trace(false), "uniform");
  const sessions: Session[] = [];
  const Connection = createSessionClass({
    owner,
    scheduler,
    locks: new Locks(control),
    diesBefore: (statement) => statement === "select 2",
    opened: (session) => void sessions.push(session),
  });
  const session = new Connection({ connectionString: database.url });
  session.on("error", () => undefined);
  const happen = () => scheduler.happen(session.lane);
  const connected = session.connect() as Promise<void>;
  await happen();
  await connected;
  const answered = session.query("select 1 as one") as Promise<{ rows: unknown[] }>;
  await happen();
  expect((await answered).rows).toEqual([{ one: 1 }]);
  const unanswered = expect(session.query("select 2")).rejects.toThrow(ProcessDied);
  await happen();
  owner.isAlive = false;
  session.abandon();
  await unanswered;
  expect(sessions).toEqual([session]);
  await expect(session.query("select 3")).rejects.toThrow(ProcessDied);
  await session.end();
});
