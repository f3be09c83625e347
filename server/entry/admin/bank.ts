import { traceBankMessages } from "@/server/usecases/banks/trace-bank-messages";
import { traceLines } from "./bank-trace-lines";
import type { AdminCommand } from "./command";

/** What went to a bank and came back, for the days in which a terminal is set up. */
export const bankCommands: readonly AdminCommand[] = [
  {
    name: "bank trace",
    parameters: ["TERMINAL"],
    help: "shows the latest 100 messages to and from a terminal's bank, of 7 days",
    run: async (ctx, [terminalId = ""]) =>
      traceLines(await traceBankMessages(ctx, { terminalId, orderId: null })),
  },
  {
    name: "bank trace",
    parameters: ["TERMINAL", "ORDER"],
    help: "shows the latest 100 about one order of the bank's",
    run: async (ctx, [terminalId = "", orderId = ""]) =>
      traceLines(await traceBankMessages(ctx, { terminalId, orderId })),
  },
];
