import { insertBankMessages, listBankMessages, type NotedMessage } from "@/server/store/banks/bank-messages";
import { type TestWorld, terminalOf } from "../world/world";

/** Messages of banks as tests keep and read them. */
export function messagesIn({ clock, db }: TestWorld) {
  const message = (change: Partial<NotedMessage> = {}): NotedMessage => ({
    terminalId: terminalOf.ours,
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
    /** So many, each of an order named by its number. */
    many: (count: number, change: (n: number) => Partial<NotedMessage> = () => ({})): NotedMessage[] =>
      Array.from({ length: count }, (_, n) => message({ orderId: `${n}`, ...change(n) })),
    keep: (messages: readonly NotedMessage[]) => insertBankMessages(db, messages),
    /** The orders of a terminal's messages, as its trace has them now. */
    list: async (orderId: string | null = null, terminalId: string = terminalOf.ours): Promise<string[]> => {
      const filter = { terminalId, orderId, now: clock.now(), countMax: 1_000 };
      return (await listBankMessages(db, filter)).map((row) => row.orderId);
    },
    count: () => db.prisma.bankMessage.count(),
    /** 20,000 at once, a second apart, so that plans are those of a table of some size. */
    keepThousands: (terminalId: string, from: Date) =>
      db.pool.query(
        `insert into bank_message (id, terminal_id, at, operation, order_id, request, outcome, duration_ms)
         select 'bmg_' || n, $1, $2::timestamptz + n * interval '1 second', 'capture', n, '', 'approved', 1
           from generate_series(1, 20000) n`,
        [terminalId, from],
      ),
  };
}
