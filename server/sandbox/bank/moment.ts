import type { Random } from "@/server/domain/random";
import type { Now } from "./product-clock";

/** What a bank's answer takes from the moment at which it is given: the product's time, and random numbers. */
export interface Moment {
  readonly at: Date;
  readonly random: Random;
}

/** Reads the time of a request. */
export const takeMoment = async (bank: { readonly now: Now; readonly random: Random }): Promise<Moment> => ({
  at: await bank.now(),
  random: bank.random,
});
