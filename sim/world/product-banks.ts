import type { OperationKind } from "@/server/banks/bank";
import type { Banks } from "@/server/banks/banks";
import { createBanks } from "@/server/banks/registry";
import type { Transport } from "@/server/banks/transport";
import type { MachineParts } from "./machine-parts";
import type { Notes } from "./notes";

/** Creates a process's access to the banks, over the simulated network. Its calls for money are noted. */
export function createProductBanks(
  transport: Transport,
  { realTime }: MachineParts,
  moneyCalls: Notes["moneyCalls"],
): Banks {
  const banks = createBanks({ transport, realTime });
  return {
    ...banks,
    call(protocol, operation, account, options) {
      const { kind } = operation;
      const orderId = "order" in operation ? operation.order.orderId : operation.orderId;
      const refundKey = "refundKey" in operation ? operation.refundKey : null;
      const maySend = async (): Promise<boolean> => {
        if (options?.maySend && !(await options.maySend())) return false;
        if (movesMoney(kind)) moneyCalls.push({ kind, orderId, refundKey });
        return true;
      };
      return banks.call(protocol, operation, account, movesMoney(kind) ? { ...options, maySend } : (options ?? {}));
    },
  };
}

const movesMoney = (kind: OperationKind): kind is Notes["moneyCalls"][number]["kind"] =>
  kind === "capture" || kind === "void" || kind === "credit";
