import { expect, test, vi } from "vitest";
import { createQueue } from "./queue";
import { discovery, type Work } from "./run";

const work = (id: string, ...slots: string[]): Work => ({
  id,
  runId: id,
  functionId: "f",
  kind: "call",
  stepId: discovery,
  attempt: 0,
  runAt: new Date(0),
  eager: false,
  event: { name: "e", id: "1", data: {}, ts: 0 },
  steps: [],
  version: 2,
  slots,
  siblingStepIds: [],
});

/** Creates a queue whose jobs end on demand. The first limit is `limit`, a second one is 2. */
function createTestQueue({ limit = 1, callsMax = 100 } = {}) {
  const running = new Map<string, (next: Work | null) => void>();
  const onRoom = vi.fn();
  const queue = createQueue({
    callsMax,
    limitOf: (_, index) => (index === 0 ? limit : 2),
    perform: ({ id }) => new Promise((resolve) => running.set(id, resolve)),
    onRoom,
  });
  return {
    queue,
    onRoom,
    running: () => [...running.keys()],
    async end(id: string, next: Work | null = null) {
      running.get(id)?.(next);
      running.delete(id);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
const many = (count: number, ...slots: string[]) =>
  Array.from({ length: count }, (_, n) => work(`${slots[0]}${n}`, ...slots));

test("runs jobs without a limit immediately, and each job once", () => {
  const { queue, running } = createTestQueue();
  queue.add([work("a"), work("b"), work("a")]);
  queue.add([work("a")]);
  expect(running()).toEqual(["a", "b"]);
});

test("starts the next job of a slot when one ends, in order", async () => {
  const { queue, running, end } = createTestQueue();
  queue.add(many(3, "s"));
  expect(running()).toEqual(["s0"]);
  await end("s0");
  expect(running()).toEqual(["s1"]);
  await end("s1");
  expect(running()).toEqual(["s2"]);
});

test("needs all slots of a job; a job that waits for another slot does not delay the next one", async () => {
  const { queue, running, end } = createTestQueue();
  queue.add([work("a1", "a", "all"), work("a2", "a", "all"), work("b1", "b", "all"), work("c1", "c", "all")]);
  expect(running()).toEqual(["a1", "b1"]);
  await end("b1");
  expect(running()).toEqual(["a1", "c1"]);
  await end("a1");
  expect(running()).toEqual(["c1", "a2"]);
});

test("keeps the slot for the next job of a run", async () => {
  const { queue, running, end } = createTestQueue();
  queue.add(many(2, "s"));
  queue.claim("s0b");
  await end("s0", work("s0b", "s"));
  expect(running()).toEqual(["s0b"]);
  await end("s0b");
  expect(running()).toEqual(["s1"]);
});

test("leaves a busy slot out while it has enough waiting jobs, until half of them have started", async () => {
  const { queue, onRoom, end } = createTestQueue();
  queue.add(many(21, "s"));
  queue.add([work("t0", "t")]);
  const look = queue.beginLook();
  expect(look.fullSlots).toEqual(["s"]);
  expect(look.except).toHaveLength(22);
  for (let n = 0; n < 9; n += 1) await end(`s${n}`);
  expect(onRoom).not.toHaveBeenCalled();
  await end("s9");
  expect(onRoom).toHaveBeenCalledOnce();
  expect(queue.beginLook().fullSlots).toEqual([]);
});

test("does not leave out a slot that has room, although its jobs wait for another slot", () => {
  const { queue } = createTestQueue();
  queue.add(many(30, "busy", "all"));
  expect(queue.beginLook().fullSlots).toEqual(["busy"]);
});

test("takes no more calls than the limit; the first that ends makes room", async () => {
  const { queue, onRoom, end } = createTestQueue({ callsMax: 2 });
  queue.add([work("a")]);
  expect(queue.beginLook().countMax).toBe(1);
  queue.add([work("b")]);
  expect(queue.beginLook().countMax).toBe(0);
  await end("a");
  expect(onRoom).toHaveBeenCalledOnce();
});

test("ignores a job that ended during a look, and takes it from the next one", async () => {
  const { queue, running, end } = createTestQueue();
  queue.add([work("a")]);
  queue.beginLook();
  await end("a");
  queue.add([work("a")]);
  expect(running()).toEqual([]);
  queue.beginLook();
  queue.add([work("a")]);
  expect(running()).toEqual(["a"]);
});

test("lets running jobs end after close, and forgets waiting ones", async () => {
  const { queue, running, end } = createTestQueue();
  queue.add(many(3, "s"));
  queue.close();
  queue.add([work("late")]);
  await end("s0", work("s0b", "s"));
  await queue.idle();
  expect(running()).toEqual([]);
  expect(queue.beginLook().except).toEqual([]);

  queue.open();
  queue.add(many(1, "s"));
  expect(running()).toEqual(["s0"]);
});
