import { getContext } from "@/server/context";

export interface InstallmentFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
}

/** Reads the facts of this installation that the guide to installments shows. */
export function readInstallmentFacts(): InstallmentFacts {
  const { env } = getContext();
  return { apiOrigin: env.origins.api, hasSandbox: env.mode === "sandbox" };
}
