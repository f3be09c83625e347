import { traceBankMessages } from "@/server/usecases/banks/queries";
import { formatTrace } from "./bank-trace-format";
import type { AdminCommand } from "./command";

/** The commands that show the messages to and from a bank, for the set-up of a terminal. */
export const bankCommands: readonly AdminCommand[] = [
  {
    name: "bank trace",
    parameters: ["TERMINAL"],
    help: "shows the latest 100 messages to and from a terminal's bank, of 7 days",
    run: async (ctx, [terminalId = ""]) => formatTrace(await traceBankMessages(ctx, { terminalId, orderId: null })),
  },
  {
    name: "bank trace",
    parameters: ["TERMINAL", "ORDER"],
    help: "shows the latest 100 messages about one order of the bank",
    run: async (ctx, [terminalId = "", orderId = ""]) =>
      formatTrace(await traceBankMessages(ctx, { terminalId, orderId })),
  },
];
