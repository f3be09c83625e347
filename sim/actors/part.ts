import type { World } from "../world/world";
import type { BankHabits } from "./bank-clerk";
import type { LinkDeal, PaymentDeal } from "./deal";
import { Person } from "./person";

/** What one person does in a simulation. It can be left out to find out whether a failure needs it. */
export interface Part {
  readonly name: string;
  act(world: World): Promise<void>;
}

/** The deals of a simulation, and what each person does about them. */
export interface Plan {
  readonly payments: readonly PaymentDeal[];
  readonly links: readonly LinkDeal[];
  readonly parts: readonly Part[];
  /** Whether the troubles wait until a person begins them. */
  readonly startsCalm: boolean;
  /** Whether the simulation begins shortly before the end of a month. */
  readonly endsMonth?: true;
  /** How the banks write their day-end files; absent where none is written. */
  readonly bankDays?: BankHabits;
}

/** Makes the part of a person. Everything that the person draws comes from a stream of the part's name. */
export const part = (name: string, act: (person: Person) => Promise<void>): Part => ({
  name,
  act: (world) => act(new Person(world, name)),
});

/** Waits until something holds that another person brings about, or until the person has lost patience. */
export async function waitUntil(person: Person, holds: () => boolean, looksMax = 5, pauseMs = 5_000): Promise<void> {
  for (let looks = 0; !holds() && looks < looksMax; looks += 1) await person.pause(200, pauseMs);
}
