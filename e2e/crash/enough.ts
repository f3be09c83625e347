import type { Buying } from "./buyers";
import type { Records } from "./records";
import type { Refunding } from "./refunding";

/** What a run must contain at least, because one with less would prove little. */
export const least = {
  orders: 20,
  linkOrders: 5,
  captured: 8,
  notCaptured: 3,
  completedLinks: 2,
  voids: 2,
  credits: 4,
  /** Refunds that were sent again after a lost answer, or refused. */
  disturbedRefunds: 1,
} as const;

/** Counts what has happened so far. */
export async function countHappened(
  records: Records,
  { orders, linkOrders }: Buying,
  { asked }: Refunding,
): Promise<Record<keyof typeof least, number>> {
  const approved = (await records.refunds()).filter(({ status }) => status === "approved");
  const links = [...(await records.links()).values()];
  const payments = [...(await records.payments()).values()];
  return {
    orders: orders.length,
    linkOrders: linkOrders.length,
    captured: payments.filter(({ status }) => status === "captured").length,
    notCaptured: await records.countNotCaptured(),
    completedLinks: links.filter((status) => status === "completed").length,
    voids: approved.filter(({ method }) => method === "void").length,
    credits: approved.filter(({ method }) => method === "credit").length,
    disturbedRefunds: asked.filter(({ sendings, refusal }) => sendings > 1 || refusal !== null).length,
  };
}

/** Names what is still too little, with its number. */
export const listTooLittle = (happened: Record<keyof typeof least, number>): string[] =>
  Object.entries(least)
    .filter(([what, number]) => happened[what as keyof typeof least] < number)
    .map(([what, number]) => `${what}: ${happened[what as keyof typeof least]} of ${number}`);
