/**
 * Runs functions until the process is killed: `tsx child.ts <database> <hang|pass>`. It writes a line when it is ready
 * and for each step that it begins. Crash tests end it with `kill -9`.
 */
import type { Inngest } from "inngest";
import { createTestExecutor } from "./executor";

const [databaseUrl = "", mode] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const define = (client: Inngest) => [
  client.createFunction({ id: "long", triggers: [{ event: "long" }] }, async ({ step }) => {
    const wakeAt = await step.run("one", () => {
      say("one");
      return Date.now() + 3_600_000;
    });
    await step.sleepUntil("nap", new Date(wakeAt));
    const lateMs = await step.run("two", async () => {
      say("two");
      if (mode === "hang") await new Promise(() => undefined);
      return Date.now() - wakeAt;
    });
    say("end");
    return lateMs;
  }),
];

const executor = createTestExecutor(databaseUrl, define);
await executor.start();
// Each process sends the same id, so only the first one starts a run.
await executor.send({ name: "long", id: "the one" });
say("ready");
