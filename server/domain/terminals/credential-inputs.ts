import * as z from "zod";
import { bankAddress, bankSystems } from "../banks/bank-address";
import { anyCredentials, type BankProtocol, credentialsSchema } from "../banks/credentials";
import { problem } from "../field-words";
import { booleanValue, choice, codeText, harmless, jsonObject, nameText } from "../fields";
import { terminalId } from "./terminal-inputs";

// What staff send as the credentials of a terminal (D-245). Each protocol asks for its own fields.

const reason = harmless(nameText(500));

/** Empty for the systems whose addresses the catalogue has. */
const anyAddress = z.string().max(300);

const shape = {
  bank: codeText(32),
  system: choice(bankSystems),
  /** In the sandbox: take the agreement of the simulated bank's shop; what is typed does not matter then. */
  usesSimulatedShop: booleanValue(),
  endpoints: jsonObject({ gate: anyAddress, api: anyAddress }),
  credentials: anyCredentials,
  /** Whether an administrator lets them replace live ones without a passed diagnosis. */
  overrides: booleanValue(),
  reason,
};

export const credentialsInput = jsonObject({ ...shape, terminalId });

/** Builds the form for a bank of a protocol. */
export const credentialsForm = (protocol: BankProtocol, mode: "sandbox" | "live") => {
  const credentials = credentialsSchema(protocol);
  const address = bankAddress(mode);
  return jsonObject(shape).superRefine((form, context) => {
    if (form.usesSimulatedShop) return;
    const add = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path: [...path], message });
    for (const { path, message } of credentials.safeParse(form.credentials).error?.issues ?? []) {
      add(["credentials", ...path], message);
    }
    if (form.system !== "own") return;
    for (const name of ["gate", "api"] as const) {
      const text = form.endpoints[name];
      if (text === "") add(["endpoints", name], problem("blank"));
      else if (!address.safeParse(text).success) add(["endpoints", name], problem("bank_address"));
    }
  });
};
