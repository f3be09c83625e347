import { insertBankMessages, listBankMessages, type NotedMessage } from "@/server/store/banks/bank-messages";
import { type TestWorld, testTerminals } from "../world/world";

/** Creates helpers that build, store and list bank messages. */
export function createMessageHelpers({ clock, db }: TestWorld) {
  const message = (change: Partial<NotedMessage> = {}): NotedMessage => ({
    terminalId: testTerminals.ours,
    operation: "capture",
    orderId: "A",
    request: "<ask/>",
    response: "<answer/>",
    httpStatus: 200,
    outcome: "approved",
    cause: null,
    durationMs: 12,
    at: clock.now(),
    ...change,
  });
  return {
    message,
    /** Builds `count` messages, each with its number as order id. */
    many: (count: number, change: (n: number) => Partial<NotedMessage> = () => ({})): NotedMessage[] =>
      Array.from({ length: count }, (_, n) => message({ orderId: `${n}`, ...change(n) })),
    keep: (messages: readonly NotedMessage[]) => insertBankMessages(db, messages),
    /** Lists the order ids of a terminal's messages in the order of its trace. */
    list: async (orderId: string | null = null, terminalId: string = testTerminals.ours): Promise<string[]> => {
      const filter = { terminalId, orderId, now: clock.now(), countMax: 1_000 };
      return (await listBankMessages(db, filter)).map((row) => row.orderId);
    },
    count: () => db.prisma.bankMessage.count(),
    /** Inserts 20,000 messages, one per second, so that query plans are those of a large table. */
    keepThousands: (terminalId: string, from: Date) =>
      db.pool.query(
        `insert into bank_message (id, terminal_id, at, operation, order_id, request, outcome, duration_ms)
         select 'bmg_' || n, $1, $2::timestamptz + n * interval '1 second', 'capture', n, '', 'approved', 1
           from generate_series(1, 20000) n`,
        [terminalId, from],
      ),
  };
}
