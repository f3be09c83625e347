import * as z from "zod";
import { bankAddress, bankSystems } from "../banks/bank-address";
import { anyCredentials, type BankProtocol, credentialsSchema } from "../banks/credentials";
import { problem } from "../field-words";
import { booleanValue, checkedText, choice, codeText, harmless, jsonObject, nameText } from "../fields";
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

/** Builds the form for a bank of a protocol. It names all problems at once, those of the reason included. */
export const credentialsForm = (protocol: BankProtocol, mode: "sandbox" | "live") => {
  const credentials = credentialsSchema(protocol);
  const address = bankAddress(mode);
  return jsonObject({ ...shape, reason: z.string() }).superRefine((form, context) => {
    const add = (path: PropertyKey[], { error }: z.ZodSafeParseResult<unknown>) => {
      for (const issue of error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path, ...issue.path], message: issue.message });
      }
    };
    add(["reason"], reason.safeParse(form.reason));
    if (form.usesSimulatedShop) return;
    add(["credentials"], credentials.safeParse(form.credentials));
    if (form.system === "own") add(["endpoints"], ownEndpoints(address).safeParse(form.endpoints));
  });
};

const ownEndpoints = (address: ReturnType<typeof bankAddress>) => {
  const needed = checkedText((text) => {
    if (text === "") return problem("blank");
    return address.safeParse(text).success ? null : problem("bank_address");
  });
  return jsonObject({ gate: needed, api: needed });
};
