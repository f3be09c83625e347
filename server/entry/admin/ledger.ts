import { decimalText } from "@/server/domain/money";
import { verifyLedger } from "@/server/usecases/ledger/verify-ledger";
import { type AdminCommand, NotPassed } from "./command";

/** The commands for the ledger (D-391). */
export const ledgerCommands: readonly AdminCommand[] = [
  {
    name: "ledger verify",
    parameters: [],
    help: "computes every account of the books again and compares; it fails if anything differs",
    async run(ctx) {
      const { entryCount, balances, differences } = await verifyLedger(ctx);
      const lines = balances.map(
        ({ book, account, balanceKurus }) =>
          `${book.padEnd(10)} ${account.padEnd(10)} ${decimalText(balanceKurus)} TRY`,
      );
      if (differences.length === 0) return [...lines, `${entryCount} entries, no difference.`];
      const found = differences.map(
        ({ rule, count, examples }) => `${rule}. Not so for ${count}, for example: ${examples.join(", ")}`,
      );
      throw new NotPassed([...lines, ...found]);
    },
  },
];
