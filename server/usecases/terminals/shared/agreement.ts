import type { BankOffer } from "@/server/banks/banks";
import { type BankEndpoints, type BankSystem, findBankAddressProblem } from "@/server/domain/banks/bank-address";
import { type Credentials, credentialsSchema } from "@/server/domain/banks/credentials";
import { AppError, type FieldFault } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { AccountText } from "@/server/usecases/banks/shared/bank-connection";
import type { Ctx } from "@/server/usecases/ctx";

/** The mode in which the product runs. */
export const toMode = (ctx: Pick<Ctx, "sandboxTime">): "sandbox" | "live" => (ctx.sandboxTime ? "sandbox" : "live");

/** An agreement with a bank as staff type it. */
export interface TypedAgreement {
  readonly bank: string;
  readonly system: BankSystem;
  /** The addresses of the system `own`; empty for the others. */
  readonly endpoints: BankEndpoints;
  readonly credentials: Credentials;
}

/** Returns a bank of the catalogue. Throws validation_error. */
export function requireOffer(ctx: Ctx, bank: string): BankOffer {
  const offer = ctx.banks.listBanks().find((one) => one.bank === bank);
  if (!offer) throw refuse([{ path: ["bank"], problem: problem("choice") }]);
  return offer;
}

/**
 * Checks an agreement by the rules of the bank's protocol and returns what is sealed. In live mode only a person who
 * may override (D-245) connects a terminal with a bank's test system or with other addresses than the catalogue's; a
 * sandbox never talks to a bank's live system.
 * @throws validation_error, access_denied
 */
export function toAgreement(ctx: Ctx, typed: TypedAgreement, { mayOverride }: { mayOverride: boolean }): AccountText {
  const mode = toMode(ctx);
  const offer = requireOffer(ctx, typed.bank);
  const faults = [...findFaults(offer, typed.credentials), ...findAddressFaults(typed, mode)];
  if (faults.length > 0) throw refuse(faults);
  if (mode === "live" && typed.system !== "live" && !mayOverride) {
    throw new AppError("access_denied", `Other addresses than the live ones of ${typed.bank}`);
  }
  const { merchantId, terminalNo, user, password, refundUser, refundPassword, storeKey, orderPrefix } =
    typed.credentials;
  const isTest = mode === "sandbox" || typed.system === "test";
  return {
    merchantId,
    terminalNo,
    user,
    password,
    storeKey,
    ...(refundUser !== "" && { refundUser: { name: refundUser, password: refundPassword } }),
    ...(orderPrefix !== "" && { orderPrefix }),
    ...(isTest && { isTest }),
    endpoints: typed.system === "own" ? { ...typed.endpoints } : { ...offer[typed.system] },
  };
}

const findFaults = ({ protocol }: BankOffer, credentials: Credentials): FieldFault[] => {
  const { error } = credentialsSchema(protocol).safeParse(credentials);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: ["credentials", ...path], problem: message }));
};

function findAddressFaults({ system, endpoints }: TypedAgreement, mode: "sandbox" | "live"): FieldFault[] {
  if (mode === "sandbox" && system === "live") return [{ path: ["system"], problem: problem("choice") }];
  if (system !== "own") return [];
  return (["gate", "api"] as const).flatMap((name) => {
    const found = findBankAddressProblem(endpoints[name], mode);
    return found ? [{ path: ["endpoints", name], problem: found }] : [];
  });
}

export const refuse = (faults: readonly FieldFault[]): AppError =>
  new AppError("validation_error", `Refused: ${faults.map(({ path }) => path.join(".")).join(", ")}`, { faults });
