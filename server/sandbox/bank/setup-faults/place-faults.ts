import { z } from "zod";
import { AppError } from "@/server/domain/errors";
import { changeSettings, readSettings } from "../settings";
import type { BankPaths, Simulator } from "../simulator";
import { toSetupPath } from "./faulty-way";
import { appliesTo, isSetupFault, type ProtocolName, type SetupFault, setupFaults } from "./setup-faults";

/** The wish to give terminals a fault, or to end it, with the protocol that each terminal speaks. */
export const placedFaultsSchema = z.record(
  z.string().min(1).max(64),
  z.strictObject({
    protocol: z.enum(["nestpay", "garanti", "posnet", "payfor"]),
    fault: z.string().nullable(),
  }),
);
type Wanted = z.output<typeof placedFaultsSchema>;

/**
 * Gives terminals a fault of their set-up, or ends it with null, and returns the addresses at which each of them finds
 * its bank from now on. Throws validation_error, and changes nothing, for a fault that does not exist or that its
 * protocol cannot have.
 */
export async function placeFaults(
  { pool, origin, hosts }: Pick<Simulator, "pool" | "origin" | "hosts">,
  paths: Readonly<Record<ProtocolName, BankPaths>>,
  wanted: Wanted,
): Promise<Readonly<Record<string, BankPaths>>> {
  const checked = Object.entries(wanted).map(([terminalId, { protocol, fault }]) => ({
    terminalId,
    protocol,
    fault: fault === null ? null : requireFault(terminalId, protocol, fault),
  }));
  const { setupFaults: before } = await readSettings(pool);
  const after = { ...before, ...Object.fromEntries(checked.map(({ terminalId, fault }) => [terminalId, fault])) };
  const kept = Object.fromEntries(
    Object.entries(after).flatMap(([id, fault]) => (fault === null ? [] : [[id, fault]])),
  );
  await changeSettings(pool, { setupFaults: kept });
  const placed = checked.map(async ({ terminalId, protocol, fault }) => {
    const { gate, api } = paths[protocol];
    const elsewhere = fault === null ? null : await hosts.findOrigin(fault);
    const toAddress = (path: string) =>
      (elsewhere ?? origin()) + (fault === null || elsewhere ? path : toSetupPath(fault, path));
    return [terminalId, { gate: toAddress(gate), api: toAddress(api) }] as const;
  });
  return Object.fromEntries(await Promise.all(placed));
}

function requireFault(terminalId: string, protocol: ProtocolName, fault: string): SetupFault {
  if (isSetupFault(fault) && appliesTo(fault, protocol)) return fault;
  const message = isSetupFault(fault)
    ? `setupFaults.${terminalId}: ${fault} does not exist at ${protocol}; only at ${setupFaults[fault].join(", ")}.`
    : `setupFaults.${terminalId}: there is no such fault.`;
  throw new AppError("validation_error", "setupFaults", { message });
}
