import type { CredentialName } from "@/server/domain/banks/credentials";
import type { AccountText } from "./bank-connection";

/** Returns the value of a field of an opened agreement; an empty text for a field that it does not have. */
export function readCredential({ refundUser, orderPrefix, ...account }: AccountText, name: CredentialName): string {
  if (name === "refundUser") return refundUser?.name ?? "";
  if (name === "refundPassword") return refundUser?.password ?? "";
  if (name === "orderPrefix") return orderPrefix ?? "";
  return account[name];
}
