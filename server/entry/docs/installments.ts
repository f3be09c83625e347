import { getContext } from "@/server/context";

export interface InstallmentFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
}

/** What the guide to installments says of this installation. */
export function readInstallmentFacts(): InstallmentFacts {
  const { env } = getContext();
  return { apiOrigin: env.origins.api, hasSandbox: env.mode === "sandbox" };
}
